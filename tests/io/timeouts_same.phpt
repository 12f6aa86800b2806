--TEST--
Time limits of streams end cooperative waits with the answer and the metadata of stock PHP (P10, P11, IO-05)
--INI--
default_socket_timeout=60
--FILE--
<?php
require __DIR__ . '/transparency.inc';
$address = talker();
$told = fn(string $command) => told($address, $command);
$state = fn($s) => array_intersect_key(stream_get_meta_data($s), ['timed_out' => 1, 'eof' => 1, 'unread_bytes' => 1]);
$limited = function (string $command, int $ms = 300) use ($told) {
    $s = $told($command);
    stream_set_timeout($s, intdiv($ms, 1000), $ms % 1000 * 1000);
    return $s;
};
transparent([
    'fread' => fn() => [fread($s = $limited('silent 5000'), 10), $state($s), feof($s)],
    'fgets' => fn() => [fgets($s = $limited('silent 5000')), $state($s)],
    'fgets, half a line' => fn() => [fgets($s = $limited('hold 5000 half')), $state($s)],
    'fgetc' => fn() => [fgetc($s = $limited('silent 5000')), $state($s)],
    'stream_get_line' => fn() => [stream_get_line($s = $limited('hold 5000 half'), 100, '|'), $state($s)],
    'stream_get_contents' => fn() => [stream_get_contents($s = $limited('hold 5000 part')), $state($s)],
    'stream_copy_to_stream' => fn() => [stream_copy_to_stream($s = $limited('hold 5000 part'), fopen('php://memory', 'w')), $state($s)],
    'read after the time limit' => function () use ($limited, $state) {
        $s = $limited('late 600 hello', 400);
        return [fread($s, 9), $state($s), fread($s, 9), $state($s), fread($s, 9), $state($s)];
    },
    'default_socket_timeout' => function () use ($told, $state) {
        ini_set('default_socket_timeout', '1');
        $s = $told('silent 5000');
        ini_restore('default_socket_timeout');
        return [fread($s, 9), $state($s)];
    },
    'no time at all' => fn() => [fread($s = $limited('silent 5000', 0), 10), $state($s)],
    'accept' => fn() => stream_socket_accept(stream_socket_server('tcp://127.0.0.1:0'), 0.3),
    'accept, default_socket_timeout' => function () {
        ini_set('default_socket_timeout', '1');
        $r = stream_socket_accept(stream_socket_server('tcp://127.0.0.1:0'));
        ini_restore('default_socket_timeout');
        return $r;
    },
    'accept, no time' => fn() => stream_socket_accept(stream_socket_server('tcp://127.0.0.1:0'), 0),
]);
?>
--EXPECT--
fread: same
fgets: same
fgets, half a line: same
fgetc: same
stream_get_line: same
stream_get_contents: same
stream_copy_to_stream: same
read after the time limit: same
default_socket_timeout: same
no time at all: same
accept: same
accept, default_socket_timeout: same
accept, no time: same
