--TEST--
beginRequest(): outside of an isolated scope, twice, with bad variables and bodies; limits of PHP apply; the end of the program
--INI--
post_max_size=100
--FILE--
<?php
use Async\Scope;
use function Async\{await, beginRequest, delay};

function show_error(callable $body): void
{
    try { $body(); echo "nothing thrown\n"; } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
}
function in_isolation(callable $body): void
{
    $scope = Scope::isolated();
    await($scope->spawn(fn () => show_error($body)));
}
show_error(fn () => beginRequest([]));
await(Async\spawn(fn () => show_error(fn () => beginRequest([]))));
in_isolation(fn () => [beginRequest([]), beginRequest([])]);
in_isolation(fn () => beginRequest(['A' => []]));
in_isolation(fn () => beginRequest(['A' => 1.5, 'B' => true, 'C' => null, 'D' => new stdClass]));
in_isolation(fn () => beginRequest(['x']));
in_isolation(fn () => beginRequest([], []));
in_isolation(fn () => beginRequest([], 5));
$closed = fopen('php://memory', 'r');
fclose($closed);
in_isolation(fn () => beginRequest([], $closed));
in_isolation(fn () => [beginRequest(['A' => 1.5, 'B' => true, 'C' => null, 'D' => -3]),
    print(json_encode(array_diff_key($_SERVER, ['REQUEST_TIME' => 0, 'REQUEST_TIME_FLOAT' => 0])) . "\n")]);

echo "- the body is closed before it is read\n";
in_isolation(function () {
    $body = fopen('php://temp', 'w+');
    fwrite($body, 'body');
    rewind($body);
    beginRequest(['REQUEST_METHOD' => 'PUT'], $body);
    fclose($body);
    var_dump(file_get_contents('php://input'));
});
echo "- a nested scope sees the request of the process\n";
in_isolation(function () {
    beginRequest(['REQUEST_METHOD' => 'PUT', 'QUERY_STRING' => 'a=1'], 'outer');
    in_isolation(fn () => var_dump(file_get_contents('php://input'), $_GET['a']));
    in_isolation(fn () => [beginRequest(['REQUEST_METHOD' => 'PUT'], 'inner'), var_dump(file_get_contents('php://input'), $_GET)]);
    var_dump(file_get_contents('php://input'));
});
echo "- post_max_size\n";
$form = ['REQUEST_METHOD' => 'POST', 'CONTENT_TYPE' => 'application/x-www-form-urlencoded'];
in_isolation(fn () => [beginRequest($form + ['CONTENT_LENGTH' => 201], 'a=' . str_repeat('x', 199)), var_dump($_POST)]);

echo "- the end of the program in a page\n";
$scope = Scope::isolated();
$upload = "--B\r\nContent-Disposition: form-data; name=\"f\"; filename=\"f\"\r\n\r\nx\r\n--B--\r\n";
$page = $scope->spawn(function () use ($upload) {
    beginRequest(['REQUEST_METHOD' => 'POST', 'CONTENT_TYPE' => 'multipart/form-data; boundary=B'], $upload);
    $file = $_FILES['f']['tmp_name'];
    echo 'there: ', var_export(file_exists($file), true), "\n";
    delay(100000);
});
delay(1);
exit("end\n");
?>
--EXPECTF--
Async\AsyncException: A web request begins in an isolated scope: spawn the caller in a Scope::isolated()
Async\AsyncException: A web request begins in an isolated scope: spawn the caller in a Scope::isolated()
Async\AsyncException: The isolated scope of the caller has begun a web request already: make another scope
TypeError: Async\beginRequest(): Argument #1 ($server) must have strings as values, array given for "A"
TypeError: Async\beginRequest(): Argument #1 ($server) must have strings as values, stdClass given for "D"
ValueError: Async\beginRequest(): Argument #1 ($server) must have the names of the variables as keys
TypeError: Async\beginRequest(): Argument #2 ($body) must be of type string or a stream, array given
TypeError: Async\beginRequest(): Argument #2 ($body) must be of type string or a stream, int given
TypeError: Async\beginRequest(): supplied resource is not a valid stream resource
{"A":"1.5","B":"1","C":"","D":"-3"}
nothing thrown
- the body is closed before it is read
string(0) ""
nothing thrown
- a nested scope sees the request of the process
string(0) ""
string(1) "1"
nothing thrown
string(5) "inner"
array(0) {
}
nothing thrown
string(5) "outer"
nothing thrown
- post_max_size

Warning: Async\beginRequest(): POST Content-Length of 201 bytes exceeds the limit of 100 bytes in %s on line %d
array(0) {
}
nothing thrown
- the end of the program in a page
there: true
end
