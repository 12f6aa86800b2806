--TEST--
The http wrapper waits cooperatively and answers as outside a coroutine (P10, P11, IO-02, IO-11, OV-08, CO-02)
--INI--
error_reporting=24575
--FILE--
<?php
require __DIR__ . '/transparency.inc';
// The path selects the answer.
$server = 'http://' . peer(<<<'CODE'
    $l = stream_socket_server('tcp://127.0.0.1:0');
    echo $a = stream_socket_get_name($l, false), "\n";
    while (true) {
        if (!$s = @stream_socket_accept($l, 30)) continue;
        $path = explode(' ', (string) fgets($s))[1] ?? '';
        $length = 0;
        while (($line = rtrim((string) fgets($s))) !== '') {
            if (stripos($line, 'content-length:') === 0) $length = (int) substr($line, 15);
        }
        $body = $length ? stream_get_contents($s, $length) : '';
        usleep(300000);
        @fwrite($s, match ($path) {
            '/ok' => "HTTP/1.1 200 OK\r\nX-Test: 1\r\nContent-Length: 5\r\n\r\nhello",
            '/chunked' => "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
            '/missing' => "HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\r\ngone",
            '/to' => "HTTP/1.1 302 Found\r\nLocation: /ok\r\nContent-Length: 0\r\n\r\n",
            '/loop' => "HTTP/1.1 302 Found\r\nLocation: /loop\r\nContent-Length: 0\r\n\r\n",
            '/post' => "HTTP/1.1 200 OK\r\n\r\ngot $body",
            '/short' => "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort",
            '/junk' => "\0junk\n\n",
            '/silent' => '',
            '/close' => '',
        });
        if ($path === '/chunked') {
            usleep(200000);
            fwrite($s, "6\r\n world\r\n0\r\n\r\n");
        } elseif ($path === '/silent') {
            usleep(800000);
        }
        fclose($s);
    }
    CODE);
$get = function (string $path, array $http = []) use ($server) {
    $content = file_get_contents("$server$path", false, stream_context_create(['http' => $http]));
    return [$content, $http_response_header ?? null];
};
transparent([
    'ok' => fn() => $get('/ok'),
    'chunked' => fn() => $get('/chunked'),
    'error status' => fn() => $get('/missing'),
    'error status, its content' => fn() => $get('/missing', ['ignore_errors' => true]),
    'redirect' => fn() => $get('/to'),
    'too many redirects' => fn() => $get('/loop', ['max_redirects' => 2]),
    'post' => fn() => $get('/post', ['method' => 'POST', 'header' => 'Content-Type: text/plain', 'content' => 'body']),
    'too short' => fn() => $get('/short'),
    'junk' => fn() => $get('/junk'),
    'nothing' => fn() => $get('/close'),
    'time limit' => fn() => $get('/silent', ['timeout' => 0.6]),
    'fopen, headers and content' => function () use ($server) {
        $s = fopen("$server/chunked", 'r');
        $headers = stream_get_meta_data($s)['wrapper_data'];
        return [$headers, fgets($s), feof($s)];
    },
    'copy' => function () use ($server) {
        $to = tempnam(sys_get_temp_dir(), 'copy');
        $r = [copy("$server/ok", $to), file_get_contents($to)];
        unlink($to);
        return $r;
    },
    'get_headers' => fn() => get_headers("$server/to", true),
    'include is not allowed' => fn() => include "$server/ok",
]);
?>
--EXPECT--
ok: same
chunked: same
error status: same
error status, its content: same
redirect: same
too many redirects: same
post: same
too short: same
junk: same
nothing: same
time limit: same
fopen, headers and content: same
copy: same
get_headers: same
include is not allowed: same
