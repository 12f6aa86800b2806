--TEST--
beginRequest(): superglobals, php://input, uploads and filter_input() of requests at once are those of each; the process keeps its own
--FILE--
<?php
use Async\Scope;
use function Async\{await, beginRequest, delay, spawn};

/** What a page sees, as JSON; it waits between all steps. */
function web_page(): array
{
    $seen = [];
    foreach (['get' => $_GET, 'post' => $_POST, 'cookie' => $_COOKIE, 'request' => $_REQUEST, 'files' => array_map(
        fn ($file) => [$file['name'], $file['size'], $file['error']], $_FILES)] as $name => $value) {
        if ($value) $seen[$name] = $value;
        delay(1);
    }
    $seen['server'] = array_diff_key($_SERVER, ['REQUEST_TIME' => 0, 'REQUEST_TIME_FLOAT' => 0]);
    foreach ($_FILES as $name => $file) {
        delay(1);
        if ($file['error']) continue;
        $seen["$name holds"] = file_get_contents($file['tmp_name']);
        $seen["$name is uploaded"] = is_uploaded_file($file['tmp_name']);
        $GLOBALS['temporary'][] = $file['tmp_name'];
        if ($name === 'moved') {
            move_uploaded_file($file['tmp_name'], $to = __DIR__ . '/web_request.moved');
            $seen['there'] = file_get_contents($to);
            unlink($to);
        }
    }
    $input = fopen('php://input', 'r');
    $seen['input'] = fread($input, 3);
    delay(1);
    $seen['input'] .= stream_get_contents($input) . '|' . file_get_contents('php://input');
    $seen['filter'] = [filter_input(INPUT_GET, 'id', FILTER_VALIDATE_INT), filter_input(INPUT_SERVER, 'HTTP_HOST'),
        filter_input_array(INPUT_POST), filter_input(INPUT_COOKIE, 'c')];
    $seen['time'] = $_SERVER['REQUEST_TIME_FLOAT'] > $_SERVER['BEGAN'] - 1 && is_int($_SERVER['REQUEST_TIME']);
    unset($seen['server']['BEGAN']);
    return [$seen, $input, $GLOBALS['temporary'] ?? []];
}

function web_answer(array $server, $body): array
{
    $scope = Scope::isolated();
    $page = $scope->spawn(function () use ($server, $body) {
        beginRequest($server + ['BEGAN' => microtime(true)], $body);
        return web_page();
    });
    return await($page);
}

function web_part(string $name, string $content, ?string $file = null): string
{
    return "--B\r\nContent-Disposition: form-data; name=\"$name\"" . ($file ? "; filename=\"$file\"" : '') . "\r\n\r\n$content\r\n";
}
$form = web_part('x', '1') . web_part('moved', 'hello', 'a.txt') . web_part('left', 'world', 'b.txt') . web_part('none', '', ' ') . "--B--\r\n";
file_put_contents($stored = __DIR__ . '/web_request.body', 'from a file, and more');
$requests = [
    'get' => [['REQUEST_METHOD' => 'GET', 'QUERY_STRING' => 'id=7&a[]=1&a[]=2', 'HTTP_HOST' => 'x', 'HTTP_COOKIE' => 'c=1; d=2; c=3',
        'HTTP_AUTHORIZATION' => 'Basic ' . base64_encode('me:secret'), 'HTTP_PROXY' => 'evil'], ''],
    'form' => [['REQUEST_METHOD' => 'POST', 'QUERY_STRING' => 'id=8', 'CONTENT_LENGTH' => 7,
        'CONTENT_TYPE' => 'Application/X-www-form-urlencoded; charset=UTF-8'], 'q=1&r=2 and more'],
    'files' => [['REQUEST_METHOD' => 'POST', 'CONTENT_TYPE' => 'multipart/form-data; boundary=B', 'CONTENT_LENGTH' => strlen($form)], $form],
    'json' => [['REQUEST_METHOD' => 'POST', 'CONTENT_TYPE' => 'application/json'], '{"a": 10}'],
    'put' => [['REQUEST_METHOD' => 'PUT', 'CONTENT_TYPE' => 'text/plain', 'CONTENT_LENGTH' => '11'], fopen($stored, 'r')],
];
$_GET = ['of' => 'the process'];
$all = array_map(fn ($request) => spawn(web_answer(...), ...$request), $requests);
$inputs = $temporary = [];
foreach ($all as $name => $coroutine) {
    [$seen, $inputs[], $files] = await($coroutine);
    array_push($temporary, ...$files);
    echo "$name: ", json_encode($seen, JSON_UNESCAPED_SLASHES), "\n";
}
unlink($stored);
unset($coroutine);
$all = null;
delay(20);

echo count($temporary), ' temporary files, ', count(array_filter($temporary, file_exists(...))), " left\n";
foreach ($inputs as $input) echo gettype($input), ' ';
echo "\n", json_encode([$_GET, $_POST, file_get_contents('php://input'), isset($_SERVER['argv'])]), "\n";
?>
--EXPECT--
get: {"get":{"id":"7","a":["1","2"]},"cookie":{"c":"1","d":"2"},"request":{"id":"7","a":["1","2"],"c":"1","d":"2"},"server":{"REQUEST_METHOD":"GET","QUERY_STRING":"id=7&a[]=1&a[]=2","HTTP_HOST":"x","HTTP_COOKIE":"c=1; d=2; c=3","HTTP_AUTHORIZATION":"Basic bWU6c2VjcmV0","PHP_AUTH_USER":"me","PHP_AUTH_PW":"secret"},"input":"|","filter":[7,"x",null,"1"],"time":true}
form: {"get":{"id":"8"},"post":{"q":"1","r":"2"},"request":{"id":"8","q":"1","r":"2"},"server":{"REQUEST_METHOD":"POST","QUERY_STRING":"id=8","CONTENT_LENGTH":"7","CONTENT_TYPE":"Application/X-www-form-urlencoded; charset=UTF-8"},"input":"q=1&r=2|q=1&r=2","filter":[8,null,{"q":"1","r":"2"},null],"time":true}
files: {"post":{"x":"1"},"request":{"x":"1"},"files":{"moved":["a.txt",5,0],"left":["b.txt",5,0],"none":[" ",0,0]},"server":{"REQUEST_METHOD":"POST","CONTENT_TYPE":"multipart/form-data; boundary=B","CONTENT_LENGTH":"282"},"moved holds":"hello","moved is uploaded":true,"there":"hello","left holds":"world","left is uploaded":true,"none holds":"","none is uploaded":true,"input":"|","filter":[null,null,{"x":"1"},null],"time":true}
json: {"server":{"REQUEST_METHOD":"POST","CONTENT_TYPE":"application/json"},"input":"{\"a\": 10}|{\"a\": 10}","filter":[null,null,null,null],"time":true}
put: {"server":{"REQUEST_METHOD":"PUT","CONTENT_TYPE":"text/plain","CONTENT_LENGTH":"11"},"input":"from a file|from a file","filter":[null,null,null,null],"time":true}
3 temporary files, 0 left
resource (closed) resource (closed) resource (closed) resource (closed) resource (closed) 
[{"of":"the process"},[],"",true]
