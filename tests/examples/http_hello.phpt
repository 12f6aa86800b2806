--TEST--
examples/http-hello.php serves pipelined, split, large, malformed and concurrent requests (main job)
--FILE--
<?php
require __DIR__ . '/server.inc';
$address = start_hello();
$end = "Host: x\r\nConnection: close\r\n\r\n";
$show = fn(string $name, string ...$parts) => print("-- $name\n" . str_replace("\r", '', talk($address, ...$parts)));
$status = fn(string $name, string ...$parts) => print("$name: " . strtok(talk($address, ...$parts), "\r") . "\n");

$show('one', "GET / HTTP/1.1\r\n$end");
$show('head', "HEAD / HTTP/1.1\r\n$end");
$show('pipelined', "GET / HTTP/1.1\r\nHost: x\r\n\r\nHEAD /nowhere HTTP/1.1\r\nHost: x\r\n\r\n\r\nPOST /echo HTTP/1.1\r\nContent-Length: 5\r\nHost: x\r\n\r\na\r\n\r\nGET /?q HTTP/1.1\r\n$end");
$show('in pieces', 'GE', "T / HTTP/1.1\r", "\nHost: x\r\n", "\r", "\nPOST /echo HTTP/1.1\r\nContent-Length: 6\r\n$end", 'abc', 'def');
$show('1.0', "GET / HTTP/1.0\r\n\r\n");
$show('1.0 keep-alive', "GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n", "GET /nowhere HTTP/1.0\r\n\r\n");
$show('expect', "POST /echo HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 2\r\n$end", 'ok');

echo "-- refused\n";
$status('junk', "hello\r\n\r\n");
$status('bare line feeds', "GET / HTTP/1.1\nHost: x\n\n");
$status('binary', "\x16\x03\x01\0\n");
$status('no host', "GET / HTTP/1.1\r\n\r\n");
$status('space before colon', "GET / HTTP/1.1\r\nHost : x\r\n\r\n");
$status('folded', "GET / HTTP/1.1\r\nHost: x\r\n y\r\n\r\n");
$status('two lengths', "POST /echo HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n{$end}ab");
$status('negative length', "POST /echo HTTP/1.1\r\nContent-Length: -1\r\n$end");
$status('length and chunked', "POST /echo HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n{$end}a");
$status('chunked', "POST /echo HTTP/1.1\r\nTransfer-Encoding: chunked\r\n{$end}0\r\n\r\n");
$status('too large body', "POST /echo HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n$end");
$status('too large head', "GET / HTTP/1.1\r\nHost: x\r\nX: " . str_repeat('x', 100000) . "\r\n\r\n");
$status('endless line', str_repeat('x', 100000));
$status('other method', "BREW / HTTP/1.1\r\n$end");
$status('other version', "GET / HTTP/2.0\r\n$end");
$status('nothing', "\r\n\r\nGET / HTTP/1.1\r\n$end");

echo "-- concurrent\n";
$start = hrtime(true);
for ($i = 0; $i < 50; $i++) {
    fwrite($all[] = stream_socket_client("tcp://$address"), "GET /slow HTTP/1.1\r\n$end");
}
$fast = talk($address, "GET / HTTP/1.1\r\n$end");
$ms = (hrtime(true) - $start) / 1e6;
var_dump(str_contains($fast, 'Hello'), $ms < 20_000);   // one after the other: 50 s
$answers = array_map('stream_get_contents', $all);
$ms = (hrtime(true) - $start) / 1e6;
var_dump(count(preg_grep('/Hello, World!\n$/', $answers)), $ms >= 1000 && $ms < 40_000);

echo "-- a large body, clients that go away\n";
$body = random_bytes(1 << 20);
var_dump(str_ends_with(talk($address, "POST /echo HTTP/1.1\r\nContent-Length: " . strlen($body) . "\r\n$end$body"), $body));
for ($i = 0; $i < 20; $i++) {
    $s = stream_socket_client("tcp://$address");
    fwrite($s, str_repeat("GET / HTTP/1.1\r\nHost: x\r\n\r\n", $i) . 'GET /');
    fclose($s);
}
$status('still there', "GET / HTTP/1.1\r\n$end");
$status('by file_get_contents', "GET / HTTP/1.1\r\n$end");
echo file_get_contents("http://$address/");
if (trim((string) shell_exec('command -v curl'))) {
    echo shell_exec("curl -sS -d it=works http://$address/echo http://$address/ 2>&1") === "it=worksHello, World!\n" ? '' : "curl saw something else\n";
}
?>
--EXPECT--
-- one
HTTP/1.1 200 OK
Content-Length: 14
Connection: close

Hello, World!
-- head
HTTP/1.1 200 OK
Content-Length: 14
Connection: close

-- pipelined
HTTP/1.1 200 OK
Content-Length: 14
Connection: keep-alive

Hello, World!
HTTP/1.1 404 Not Found
Content-Length: 26
Connection: keep-alive

HTTP/1.1 200 OK
Content-Length: 5
Connection: keep-alive

a

HTTP/1.1 200 OK
Content-Length: 14
Connection: close

Hello, World!
-- in pieces
HTTP/1.1 200 OK
Content-Length: 14
Connection: keep-alive

Hello, World!
HTTP/1.1 200 OK
Content-Length: 6
Connection: close

abcdef-- 1.0
HTTP/1.1 200 OK
Content-Length: 14
Connection: close

Hello, World!
-- 1.0 keep-alive
HTTP/1.1 200 OK
Content-Length: 14
Connection: keep-alive

Hello, World!
HTTP/1.1 404 Not Found
Content-Length: 26
Connection: close

There is no /nowhere here
-- expect
HTTP/1.1 100 Continue

HTTP/1.1 200 OK
Content-Length: 2
Connection: close

ok-- refused
junk: HTTP/1.1 400 Bad Request
bare line feeds: HTTP/1.1 400 Bad Request
binary: HTTP/1.1 400 Bad Request
no host: HTTP/1.1 400 Bad Request
space before colon: HTTP/1.1 400 Bad Request
folded: HTTP/1.1 400 Bad Request
two lengths: HTTP/1.1 400 Bad Request
negative length: HTTP/1.1 400 Bad Request
length and chunked: HTTP/1.1 400 Bad Request
chunked: HTTP/1.1 411 Length Required
too large body: HTTP/1.1 413 Content Too Large
too large head: HTTP/1.1 431 Request Header Fields Too Large
endless line: HTTP/1.1 431 Request Header Fields Too Large
other method: HTTP/1.1 501 Not Implemented
other version: HTTP/1.1 505 HTTP Version Not Supported
nothing: HTTP/1.1 200 OK
-- concurrent
bool(true)
bool(true)
int(50)
bool(true)
-- a large body, clients that go away
bool(true)
still there: HTTP/1.1 200 OK
by file_get_contents: HTTP/1.1 200 OK
Hello, World!
