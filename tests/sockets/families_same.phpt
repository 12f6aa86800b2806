--TEST--
ext/sockets: accept, Unix, UDP, IPv6, imported and exported streams answer as outside a coroutine (P10, P11, IO-13)
--EXTENSIONS--
sockets
--FILE--
<?php
require __DIR__ . '/sockets.inc';
$path = sys_get_temp_dir() . '/async-sockets-' . getmypid();
register_shutdown_function(fn() => array_map('unlink', glob("$path*")));
$talker = talker();
talker("unix://$path");
$talker6 = @stream_socket_server('tcp://[::1]:0') ? talker('tcp://[::1]:0') : null;
// Connects to a port after a time, sends "hello", and closes after another time.
$caller = peer(<<<'CODE'
    $s = stream_socket_server('udp://127.0.0.1:0', $c, $m, STREAM_SERVER_BIND);
    echo stream_socket_get_name($s, false), "\n";
    while ($d = stream_socket_recvfrom($s, 1500, 0, $from)) {
        [$what, $ms, $to] = explode(' ', $d);
        usleep($ms * 1000);
        if ($what === 'echo') {
            stream_socket_sendto($s, "after $ms", 0, $from);
        } else {
            $c = stream_socket_client($to);
            fwrite($c, 'hello');
            fclose($c);
        }
    }
    CODE);
[$host, $caller_port] = explode(':', $caller);
$call_me = fn(int $ms, string $to) => fwrite(stream_socket_client("udp://$caller"), "call $ms $to");

transparent([
    'accept' => function () use ($call_me) {
        [$s, $port] = listener();
        $call_me(300, "tcp://127.0.0.1:$port");
        $c = socket_accept($s);
        socket_getpeername($c, $host);
        return [get_class($c), $host, socket_read($c, 9), socket_read($c, 9), error_of($s)];
    },
    'accept, time limit' => function () {
        [$s] = listener();
        socket_set_option($s, SOL_SOCKET, SO_RCVTIMEO, ['sec' => 0, 'usec' => 300000]);
        return [socket_accept($s), error_of($s)];
    },
    'accept, not blocking' => function () {
        [$s] = listener();
        socket_set_nonblock($s);
        return [socket_accept($s), error_of($s)];
    },
    'accept, does not listen' => function () {
        $s = socket_create(AF_INET, SOCK_STREAM, SOL_TCP);
        return [socket_accept($s), error_of($s)];
    },
    'accept, udp' => function () {
        $s = socket_create(AF_INET, SOCK_DGRAM, SOL_UDP);
        return [socket_accept($s), error_of($s)];
    },
    'accept, connected' => function () use ($talker) {
        $s = socket_told($talker, 'late 100 x');
        return [socket_accept($s), error_of($s), socket_accept(socket_create(AF_UNIX, SOCK_STREAM, 0))];
    },
    'unix' => fn() => socket_read(socket_told("unix://$path", 'late 300 hello'), 9),
    'unix, all' => function () use ($path) {
        $s = socket_told("unix://$path", 'parts 60 he l lo !!');
        return [socket_recv($s, $a, 6, MSG_WAITALL), $a, socket_recv($s, $b, 9, MSG_WAITALL), $b];
    },
    // Peeking at a Unix socket does not wait for the rest.
    'unix, all, peek' => function () use ($path) {
        $s = socket_told("unix://$path", 'parts 60 he l lo !!');
        return [socket_recv($s, $a, 6, MSG_WAITALL | MSG_PEEK), $a, socket_recv($s, $b, 6, MSG_WAITALL), $b];
    },
    'unix, reset' => function () use ($path) {
        $s = socket_told("unix://$path", "reset 300\nunread");
        return [socket_read($s, 9), error_of($s), socket_read($s, 9), socket_write($s, 'x'), error_of($s)];
    },
    'unix, accept' => function () use ($path, $call_me) {
        @unlink("$path.2");
        $s = socket_create(AF_UNIX, SOCK_STREAM, 0);
        socket_bind($s, "$path.2");
        socket_listen($s);
        $call_me(300, "unix://$path.2");
        return [socket_read(socket_accept($s), 9)];
    },
    'unix, no server' => function () use ($path) {
        $s = socket_create(AF_UNIX, SOCK_STREAM, 0);
        return [socket_connect($s, "$path.none"), error_of($s)];
    },
    'unix, backlog full' => function () use ($path) {
        @unlink("$path.3");
        $s = socket_create(AF_UNIX, SOCK_STREAM, 0);
        socket_bind($s, "$path.3");
        socket_listen($s, 0);
        $first = socket_create(AF_UNIX, SOCK_STREAM, 0);
        socket_connect($first, "$path.3");
        $c = socket_create(AF_UNIX, SOCK_STREAM, 0);
        socket_set_option($c, SOL_SOCKET, SO_SNDTIMEO, ['sec' => 0, 'usec' => 300000]);
        $r = [socket_connect($c, "$path.3"), error_of($c)];
        socket_accept($s);
        return [...$r, socket_connect($c, "$path.3"), error_of($c)];
    },
    'unix datagrams' => function () use ($path) {
        @unlink("$path.4");
        $s = socket_create(AF_UNIX, SOCK_DGRAM, 0);
        socket_bind($s, "$path.4");
        $c = socket_create(AF_UNIX, SOCK_DGRAM, 0);
        return [socket_sendto($c, 'hello', 5, 0, "$path.4"), socket_recvfrom($s, $data, 9, 0, $from), $data, $from];
    },
    'udp' => function () use ($host, $caller_port) {
        $s = socket_create(AF_INET, SOCK_DGRAM, SOL_UDP);
        $sent = socket_sendto($s, 'echo 300 x', 10, 0, $host, (int) $caller_port);
        return [$sent, socket_recvfrom($s, $data, 99, 0, $from, $port), $data, $from, $port === (int) $caller_port];
    },
    'udp, recvmsg' => function () use ($host, $caller_port) {
        $s = socket_create(AF_INET, SOCK_DGRAM, SOL_UDP);
        socket_sendmsg($s, ['name' => ['addr' => $host, 'port' => (int) $caller_port], 'iov' => ['echo ', '300 ', 'x']]);
        $message = ['name' => [], 'buffer_size' => 99, 'controllen' => 64];
        $got = socket_recvmsg($s, $message, MSG_WAITALL);
        unset($message['name']['port']);
        return [$got, $message];
    },
    'udp, time limit' => function () {
        $s = socket_create(AF_INET, SOCK_DGRAM, SOL_UDP);
        socket_bind($s, '127.0.0.1');
        socket_set_option($s, SOL_SOCKET, SO_RCVTIMEO, ['sec' => 0, 'usec' => 300000]);
        $message = ['name' => [], 'buffer_size' => 99, 'controllen' => 64];
        return [socket_recvfrom($s, $data, 9, 0, $from), $data, $from, error_of($s), @socket_recvmsg($s, $message), error_of($s)];
    },
    'udp, refused' => function () {
        $s = socket_create(AF_INET, SOCK_DGRAM, SOL_UDP);
        $r = [socket_connect($s, '127.0.0.1', 1), socket_write($s, 'x')];
        return [...$r, socket_read($s, 9), error_of($s)];
    },
    'ipv6' => function () use ($talker6) {
        return $talker6 ? socket_read(socket_told(preg_replace('~^tcp://~', '', $talker6), 'late 300 hello'), 9) : 'none here';
    },
    'a stream imported' => function () use ($talker) {
        $s = socket_import_stream($stream = told($talker, 'parts 150 a b'));
        return [socket_read($s, 9), fread($stream, 9), socket_read($s, 9), feof($stream)];
    },
    'a stream imported, time limit' => function () use ($talker) {
        $s = socket_import_stream($stream = told($talker, 'silent 500'));
        socket_set_option($s, SOL_SOCKET, SO_RCVTIMEO, ['sec' => 0, 'usec' => 200000]);
        return [socket_read($s, 9), error_of($s), stream_socket_recvfrom($stream, 9)];
    },
    'a stream imported, not blocking' => function () use ($talker) {
        $s = socket_import_stream($stream = told($talker, 'silent 300'));
        stream_set_blocking($stream, false);
        return [socket_read($s, 9), error_of($s), socket_set_block($s), socket_read($s, 9)];
    },
    'exported as a stream' => function () use ($talker) {
        $s = socket_told($talker, 'parts 150 a b');
        $stream = socket_export_stream($s);
        return [fread($stream, 9), socket_read($s, 9), fread($stream, 9), feof($stream), stream_get_meta_data($stream)];
    },
    'exported and closed' => function () use ($talker) {
        $s = socket_told($talker, 'late 100 a');
        $stream = socket_export_stream($s);
        $r = [fgets($stream), socket_close($s), is_resource($stream)];
        try {
            return [...$r, socket_read($s, 9)];
        } catch (Error $e) {
            return [...$r, $e->getMessage()];
        }
    },
]);
?>
--EXPECT--
accept: same
accept, time limit: same
accept, not blocking: same
accept, does not listen: same
accept, udp: same
accept, connected: same
unix: same
unix, all: same
unix, all, peek: same
unix, reset: same
unix, accept: same
unix, no server: same
unix, backlog full: same
unix datagrams: same
udp: same
udp, recvmsg: same
udp, time limit: same
udp, refused: same
ipv6: same
a stream imported: same
a stream imported, time limit: same
a stream imported, not blocking: same
exported as a stream: same
exported and closed: same
