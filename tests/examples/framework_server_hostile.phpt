--TEST--
examples/framework-server.php refuses what HTTP does not allow, never leaves its folder, survives fatal errors, and stops without losing a request
--EXTENSIONS--
pcntl
posix
session
tokenizer
--SKIPIF--
<?php require __DIR__ . '/../inc/child.php'; skip_under_tools('time limits of a server'); ?>
--FILE--
<?php
require __DIR__ . '/framework_server.inc';

$site = make_site([
    'index.php' => '<?php echo "index\n";',
    'echo.php' => '<?php echo $_SERVER["CONTENT_LENGTH"] ?? "none", ":", substr(file_get_contents("php://input"), 0, 50), "\n";',
    'file.txt' => "text\n",
    '.env' => "SECRET\n",
    'sub/.git/config' => "SECRET\n",
    'declares.php' => '<?php function declared_here() { return "declared\n"; } echo declared_here();',
    'guarded.php' => '<?php if (!function_exists("guarded")) { function guarded() { return "guarded\n"; } } echo guarded();',
    'fatal.php' => '<?php usleep(300_000); str_repeat("x", 1 << 29);',
    'slow.php' => '<?php usleep(1_000_000); echo "slow\n";',
    'stream.php' => '<?php echo "one"; ob_flush(); usleep(1000); echo "two"; ob_flush(); echo "three\n";',
    'length.php' => '<?php header("Content-Length: 9999"); header("Transfer-Encoding: chunked"); header("Connection: upgrade"); echo "right\n";',
    'vars.php' => '<?php echo json_encode([$_SERVER["HTTP_X_A"] ?? null, $_SERVER["HTTP_PROXY"] ?? null]), "\n";',
]);
file_put_contents("$site/secret.txt", "SECRET\n");
symlink("$site/secret.txt", "$site/public/link.txt");
[$server, $address, $pipes] = start_server($site);

/** Status lines and contents of all answers until the end. */
function all(string $answers): string
{
    return preg_replace(['~\r~', '~^(?:Date|Content-Type|ETag|Last-Modified): .*\n~mi'], '', $answers);
}
function ask(string $text): string
{
    return all((string) stream_get_contents(send($GLOBALS['address'], $text)));
}
function status(string $text): string
{
    return substr(strtok(ask($text), "\n"), 9);
}

echo "-- not HTTP\n";
$get = "GET /echo.php HTTP/1.1\r\nHost: x\r\nConnection: close\r\n";
$post = "POST /echo.php HTTP/1.1\r\nHost: x\r\nConnection: close\r\n";
foreach ([
    'both lengths' => "{$post}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    'two lengths' => "{$post}Content-Length: 4\r\nContent-Length: 5\r\n\r\nabcde",
    'two lengths in one' => "{$post}Content-Length: 4, 4\r\n\r\nabcd",
    'a length with a sign' => "{$post}Content-Length: +4\r\n\r\nabcd",
    'a huge length' => "{$post}Content-Length: 99999999999999999999\r\n\r\n",
    'a space before the colon' => "{$post}Content-Length : 4\r\n\r\nabcd",
    'a folded line' => "{$get}X: a\r\n b\r\n\r\n",
    'a line feed alone' => "GET / HTTP/1.1\nHost: x\r\n\r\n",
    'a NUL' => "{$get}X: a\0b\r\n\r\n",
    'another coding' => "{$post}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
    'chunked twice' => "{$post}Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    'chunked in 1.0' => "POST /echo.php HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    'a bad chunk size' => "{$post}Transfer-Encoding: chunked\r\n\r\n0x4\r\nabcd\r\n0\r\n\r\n",
    'a chunk that is longer' => "{$post}Transfer-Encoding: chunked\r\n\r\n3\r\nabcd\r\n0\r\n\r\n",
    'a huge chunk' => "{$post}Transfer-Encoding: chunked\r\n\r\nffffffff\r\n",
    'no host' => "GET / HTTP/1.1\r\n\r\n",
    'two hosts' => "{$get}Host: y\r\n\r\n",
    'a host with a path' => "GET / HTTP/1.1\r\nHost: x/../y\r\n\r\n",
    'another version' => "GET / HTTP/2.0\r\n\r\n",
    'no version' => "GET /\r\n\r\n",
    'a long head' => "{$get}X: " . str_repeat('x', 20000) . "\r\n\r\n",
    'a long head without an end' => 'GET /' . str_repeat('x', 40000),
    'another expectation' => "{$post}Content-Length: 1\r\nExpect: magic\r\n\r\nx",
    'TRACE' => "TRACE / HTTP/1.1\r\nHost: x\r\n\r\n",
    'a target without a slash' => "GET index.php HTTP/1.1\r\nHost: x\r\n\r\n",
] as $name => $text) {
    echo "$name: ", status($text), "\n";
}

echo "-- out of the folder\n";
foreach (['/../secret.txt', '/%2e%2e/secret.txt', '/sub/..%2f../secret.txt', '/..%5csecret.txt', '/link.txt', '/.env', '/sub/.git/config',
    '/file.txt%00.php', '/file.txt/x.php', '/%zz', '//secret.txt'] as $path) {
    $answer = ask("GET $path HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    echo "$path: ", substr(strtok($answer, "\n"), 9), str_contains($answer, 'SECRET') ? ' BROKEN' : '', "\n";
}

echo "-- what HTTP allows\n";
echo ask("{$post}Transfer-Encoding: Chunked\r\n\r\n4;name=value\r\nabcd\r\n00a\r\n0123456789\r\n0\r\nTrailer: x\r\n\r\n"), "\n";
echo ask("GET /file.txt HTTP/1.1\r\nHost: x\r\n\r\nHEAD /file.txt HTTP/1.1\r\nHost: x\r\n\r\n\r\nPOST /echo.php HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc"
    . "GET http://x/index.php HTTP/1.1\r\nHost: x\r\n\r\nGET /stream.php HTTP/1.0\r\n\r\n"), "\n";
echo ask("GET /stream.php HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
echo ask("GET /length.php HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
echo ask("GET /vars.php HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-A: 1\r\nX_A: 2\r\nProxy: evil\r\n\r\n");
$client = send($address, "{$post}Content-Length: 4\r\nExpect: 100-continue\r\n\r\n");
echo fgets($client), fgets($client);
fwrite($client, 'body');
echo all(stream_get_contents($client));
preg_match('~^ETag: (.*)\r$~m', stream_get_contents(send($address, "GET /file.txt HTTP/1.0\r\n\r\n")), $etag);
echo ask("GET /file.txt HTTP/1.0\r\nIf-None-Match: \"other\", $etag[1]\r\n\r\n"), status("POST /file.txt HTTP/1.0\r\nContent-Length: 0\r\n\r\n"), "\n";

echo "-- declarations\n";
$close = "HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
foreach (['declares', 'declares', 'guarded', 'guarded'] as $page) {
    echo substr(strrchr(rtrim(ask("GET /$page.php $close")), "\n"), 1), "\n";
}

echo "-- a slow client: its time does not begin anew with each byte\n";
$start = microtime(true);
$slow = send($address, "GET / HTTP/1.1\r\nHost: x\r\n");
while (($read = [$slow]) && ($none = []) !== null && !stream_select($read, $none, $none, 0, 500_000)) {
    @fwrite($slow, 'X');
}
$took = microtime(true) - $start;
echo strtok(stream_get_contents($slow), "\r"), $took > 9 && $took < 40 ? '' : " after $took s", "\n";

echo "-- a fatal error ends the worker; its other clients get an answer, and a new worker comes\n";
$clients = [send($address, "GET /fatal.php $close"), ...array_map(fn () => send($address, "GET /slow.php $close"), range(1, 20))];
$statuses = array_map(fn ($client) => substr(strtok(stream_get_contents($client), "\r"), 9), $clients);
// On a slow machine the last ones may come to the new worker.
$others = array_count_values(array_slice($statuses, 1));
echo "$statuses[0], ", count($others) === 1 || array_keys($others) === ['500 Internal Server Error', '200 OK'] ? key($others) : json_encode($others),
    "\n", ask("GET / $close");

echo "-- the end: one connection waits for its answer, one is idle\n";
$idle = send($address, "GET / HTTP/1.1\r\nHost: x\r\n\r\n");
fread($idle, 1000);
$slow = send($address, "GET /slow.php HTTP/1.1\r\nHost: x\r\n\r\n");
usleep(300_000);
proc_terminate($server, SIGTERM);
echo all(stream_get_contents($slow)), json_encode(stream_get_contents($idle)), "\n";
echo 'status ', proc_close($server), "\n", preg_replace(['~\d+~', '~/\S*/~'], ['N', ''], file_get_contents("$site/errors"));
?>
--EXPECT--
-- not HTTP
both lengths: 400 Bad Request
two lengths: 400 Bad Request
two lengths in one: 400 Bad Request
a length with a sign: 400 Bad Request
a huge length: 413 Content Too Large
a space before the colon: 400 Bad Request
a folded line: 400 Bad Request
a line feed alone: 400 Bad Request
a NUL: 400 Bad Request
another coding: 501 Not Implemented
chunked twice: 400 Bad Request
chunked in 1.0: 400 Bad Request
a bad chunk size: 400 Bad Request
a chunk that is longer: 400 Bad Request
a huge chunk: 413 Content Too Large
no host: 400 Bad Request
two hosts: 400 Bad Request
a host with a path: 400 Bad Request
another version: 505 HTTP Version Not Supported
no version: 400 Bad Request
a long head: 431 Request Header Fields Too Large
a long head without an end: 431 Request Header Fields Too Large
another expectation: 417 Expectation Failed
TRACE: 501 Not Implemented
a target without a slash: 400 Bad Request
-- out of the folder
/../secret.txt: 400 Bad Request
/%2e%2e/secret.txt: 400 Bad Request
/sub/..%2f../secret.txt: 400 Bad Request
/..%5csecret.txt: 400 Bad Request
/link.txt: 404 Not Found
/.env: 404 Not Found
/sub/.git/config: 404 Not Found
/file.txt%00.php: 400 Bad Request
/file.txt/x.php: 404 Not Found
/%zz: 400 Bad Request
//secret.txt: 404 Not Found
-- what HTTP allows
HTTP/1.1 200 OK
Content-Length: 18
Connection: close

14:abcd0123456789

HTTP/1.1 200 OK
Content-Length: 5
Connection: keep-alive

text
HTTP/1.1 200 OK
Content-Length: 5
Connection: keep-alive

HTTP/1.1 200 OK
Content-Length: 6
Connection: keep-alive

3:abc
HTTP/1.1 200 OK
Content-Length: 6
Connection: keep-alive

index
HTTP/1.1 200 OK
Connection: close

onetwothree

HTTP/1.1 200 OK
Transfer-Encoding: chunked
Connection: close

3
one
3
two
6
three

0

HTTP/1.1 200 OK
Content-Length: 6
Connection: close

right
HTTP/1.1 200 OK
Content-Length: 11
Connection: close

["1",null]
HTTP/1.1 100 Continue

HTTP/1.1 200 OK
Content-Length: 7
Connection: close

4:body
HTTP/1.1 304 Not Modified
Connection: close

405 Method Not Allowed
-- declarations
declared
This page can run only once
guarded
guarded
-- a slow client: its time does not begin anew with each byte
HTTP/1.1 408 Request Timeout
-- a fatal error ends the worker; its other clients get an answer, and a new worker comes
500 Internal Server Error, 500 Internal Server Error
HTTP/1.1 200 OK
Content-Length: 6
Connection: close

index
-- the end: one connection waits for its answer, one is idle
HTTP/1.1 200 OK
Content-Length: 5
Connection: close

slow
""
status 0
declares.php declares function declared_here, and has run before: move that into a file for require_once
Async\supervise(): worker N (process N) has ended with exit status N; it starts again in N ms
