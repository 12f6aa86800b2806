--TEST--
http_get_last_response_headers() gives the headers of the coroutine's own request (P9, architecture: engine state)
--SKIPIF--
<?php
function_exists('http_get_last_response_headers') or die('skip PHP before 8.4 does not have it');
?>
--FILE--
<?php
use function Async\{await, spawn, suspend};

$listener = stream_socket_server('tcp://127.0.0.1:0');
$url = 'http://' . stream_socket_get_name($listener, false);
// The bodies come when all headers have arrived.
spawn(function () use ($listener) {
    $all = [];
    while (count($all) < 3) {
        $connection = stream_socket_accept($listener, 60);
        $path = explode(' ', fgets($connection))[1];
        while (rtrim(fgets($connection)) !== '');
        fwrite($connection, "HTTP/1.1 200 OK\r\nX-Path: $path\r\nConnection: close\r\n\r\n");
        $all[$path] = $connection;
    }
    ksort($all);
    foreach ($all as $path => $connection) {
        fwrite($connection, "body of $path");
        fclose($connection);
    }
});
$requests = array_map(fn($path) => spawn(function () use ($url, $path) {
    var_dump(http_get_last_response_headers());
    $body = file_get_contents("$url/$path");
    suspend();
    return [$body, http_get_last_response_headers()[1]];
}), ['a', 'b', 'c']);
foreach ($requests as $request) {
    echo json_encode(await($request), JSON_UNESCAPED_SLASHES), "\n";
}
var_dump(http_get_last_response_headers());
?>
--EXPECT--
NULL
NULL
NULL
["body of /a","X-Path: /a"]
["body of /b","X-Path: /b"]
["body of /c","X-Path: /c"]
NULL
