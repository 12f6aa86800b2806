--TEST--
Unix sockets, UDP and socket pairs wait cooperatively and answer as outside a coroutine (P10, P11, IO-04)
--SKIPIF--
<?php if (!in_array('unix', stream_get_transports())) die('skip no unix sockets'); ?>
--FILE--
<?php
require __DIR__ . '/transparency.inc';
$path = sys_get_temp_dir() . '/async-io-' . getmypid() . '.sock';
register_shutdown_function(fn() => @unlink($path));
talker("unix://$path");
// Answers each datagram after the number of milliseconds in it.
$udp = peer(<<<'CODE'
    $s = stream_socket_server('udp://127.0.0.1:0', $c, $m, STREAM_SERVER_BIND);
    echo stream_socket_get_name($s, false), "\n";
    while (true) {
        $d = stream_socket_recvfrom($s, 1500, 0, $from);
        usleep((int) $d * 1000);
        stream_socket_sendto($s, "after $d", 0, $from);
    }
    CODE);
transparent([
    'unix, fgets' => fn() => fgets(told("unix://$path", 'late 300 hello')),
    'unix, stream_get_contents' => fn() => stream_get_contents(told("unix://$path", 'parts 150 a b')),
    'unix, recvfrom' => function () use ($path) {
        $r = stream_socket_recvfrom(told("unix://$path", 'late 300 hello'), 10, 0, $from);
        return [$r, $from];
    },
    'unix, time limit' => function () use ($path) {
        stream_set_timeout($s = told("unix://$path", 'silent 500'), 0, 300000);
        return [fread($s, 10), stream_get_meta_data($s)['timed_out'], stream_get_meta_data($s)['eof']];
    },
    'unix, no server' => fn() => stream_socket_client("unix://$path.none", $code, $message) ?: [$code, $message],
    'unix, reset' => fn() => [fread($s = told("unix://$path", "reset 300\nunread"), 10), feof($s)],
    'udp, fread' => function () use ($udp) {
        fwrite($s = stream_socket_client("udp://$udp"), '300');
        return [fread($s, 100), feof($s)];
    },
    'udp, recvfrom with address' => function () use ($udp) {
        $s = stream_socket_server('udp://127.0.0.1:0', $c, $m, STREAM_SERVER_BIND);
        $n = stream_socket_sendto($s, '300', 0, $udp);
        return [$n, stream_socket_recvfrom($s, 100, 0, $from), $from === $udp];
    },
    'udp, cut off' => function () use ($udp) {
        $s = stream_socket_server('udp://127.0.0.1:0', $c, $m, STREAM_SERVER_BIND);
        stream_socket_sendto($s, '300', 0, $udp);
        stream_socket_sendto($s, '50', 0, $udp);
        return [stream_socket_recvfrom($s, 3), stream_socket_recvfrom($s, 100)];
    },
    'udp, time limit' => function () {
        $s = stream_socket_server('udp://127.0.0.1:0', $c, $m, STREAM_SERVER_BIND);
        stream_set_timeout($s, 0, 300000);
        return [fread($s, 10), stream_get_meta_data($s)['timed_out']];
    },
    'udp, refused' => function () {
        $s = stream_socket_server('udp://127.0.0.1:0', $c, $m, STREAM_SERVER_BIND);
        $name = stream_socket_get_name($s, false);
        fclose($s);
        fwrite($s = stream_socket_client("udp://$name"), 'x');
        return [fread($s, 10), feof($s), fwrite($s, 'y')];
    },
    'pair' => function () {
        [$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        stream_set_timeout($a, 0, 300000);
        fwrite($b, 'ab');
        $r = [fread($a, 10), fread($a, 10), stream_get_meta_data($a)['timed_out']];
        fclose($b);
        return [...$r, fread($a, 10), feof($a), @fwrite($a, 'x')];
    },
    'pair of datagrams' => function () {
        [$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_DGRAM, 0);
        fwrite($b, 'ab');
        fwrite($b, 'cd');
        return [stream_socket_recvfrom($a, 1), stream_socket_recvfrom($a, 10)];
    },
]);
?>
--EXPECT--
unix, fgets: same
unix, stream_get_contents: same
unix, recvfrom: same
unix, time limit: same
unix, no server: same
unix, reset: same
udp, fread: same
udp, recvfrom with address: same
udp, cut off: same
udp, time limit: same
udp, refused: same
pair: same
pair of datagrams: same
