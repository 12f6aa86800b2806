--TEST--
ext/sockets sends the same bytes as a blocking call: all of them, or a short count (P10, P11, IO-13)
--EXTENSIONS--
sockets
--FILE--
<?php
require __DIR__ . '/sockets.inc';
// Reads N bytes after MS, reports how many it got, and closes; "reset": without a report.
$sink = peer(<<<'CODE'
    $listener = stream_socket_server('tcp://127.0.0.1:0');
    echo stream_socket_get_name($listener, false), "\n";
    while (true) {
        $s = @stream_socket_accept($listener, 30);
        if (!$s) {
            continue;
        }
        stream_set_chunk_size($s, 1);
        [$what, $ms, $n] = explode(' ', fgets($s));
        stream_set_chunk_size($s, 8192);
        usleep($ms * 1000);
        for ($got = 0; $got < $n && ($part = fread($s, min(8192, $n - $got))) != ''; $got += strlen($part));
        if ($what == 'tell') {
            fwrite($s, "got $got");
        }
        fclose($s);
    }
    CODE);
$big = str_repeat('0123456789abcdef', 1 << 18); // 4 MiB, more than the buffers hold
$size = strlen($big);
function told_sink(string $command): Socket
{
    global $sink;
    $s = socket_told($sink, $command);
    socket_set_option($s, SOL_SOCKET, SO_SNDBUF, 65536);
    return $s;
}
$pair = function (int $type = SOCK_STREAM): array {
    socket_create_pair(AF_UNIX, $type, 0, $pair);
    return $pair;
};

transparent([
    'write' => function () use ($big, $size) {
        $s = told_sink("tell 200 $size");
        return [socket_write($s, $big), socket_read($s, 99)];
    },
    'write, a part' => function () use ($big) {
        $s = told_sink('tell 200 3000000');
        return [socket_write($s, $big, 3000000), socket_read($s, 99)];
    },
    'send' => function () use ($big, $size) {
        $s = told_sink("tell 200 $size");
        return [socket_send($s, $big, $size, 0), socket_read($s, 99)];
    },
    'sendmsg' => function () use ($big, $size) {
        $s = told_sink("tell 200 $size");
        return [socket_sendmsg($s, ['iov' => [substr($big, 0, 1000), substr($big, 1000, 2000000), substr($big, 2001000)]]), socket_read($s, 99)];
    },
    'write, nothing' => fn() => socket_write(told_sink('tell 0 0'), ''),
    'write, not blocking' => function () use ($big, $size) {
        $s = told_sink('tell 1000 0');
        socket_set_nonblock($s);
        $sent = socket_write($s, $big);
        // The kernel may still be moving bytes to the peer's buffer, which makes room for a few more.
        while (($more = socket_write($s, $big)) > 0);
        return [$sent > 0 && $sent < $size, $more, error_of($s)];
    },
    'send, do not wait' => function () use ($big, $size) {
        $s = told_sink('tell 1000 0');
        $sent = socket_send($s, $big, $size, MSG_DONTWAIT);
        while (($more = socket_send($s, $big, $size, MSG_DONTWAIT)) > 0);
        return [$sent > 0 && $sent < $size, $more, error_of($s)];
    },
    'write, time limit, nothing goes' => function () use ($big, $pair) {
        [$a, $b] = $pair();
        socket_send($a, $big, strlen($big), MSG_DONTWAIT);
        socket_set_option($a, SOL_SOCKET, SO_SNDTIMEO, ['sec' => 0, 'usec' => 300000]);
        return [socket_write($a, $big), error_of($a)];
    },
    'write, time limit, a part goes' => function () use ($big, $pair) {
        [$a, $b] = $pair();
        socket_set_option($a, SOL_SOCKET, SO_SNDTIMEO, ['sec' => 0, 'usec' => 300000]);
        $sent = socket_write($a, $big);
        return [$sent > 0, $sent === strlen(drain($b))];
    },
    'write, the peer goes' => function () use ($big) {
        $s = told_sink('leave 300 0');
        $sent = socket_write($s, $big);
        return [$sent > 0 && $sent < strlen($big), error_of($s), socket_write($s, 'x'), error_of($s), socket_write($s, 'x'), error_of($s)];
    },
    'datagrams' => function () use ($pair) {
        [$a, $b] = $pair(SOCK_DGRAM);
        socket_set_option($a, SOL_SOCKET, SO_SNDTIMEO, ['sec' => 0, 'usec' => 300000]);
        for ($n = 0; @socket_write($a, "packet $n") !== false; $n++);
        return [$n, error_of($a), socket_recv($b, $data, 3, MSG_WAITALL), $data, socket_recv($b, $data, 99, 0), $data];
    },
    'packets' => function () use ($pair) {
        [$a, $b] = $pair(SOCK_SEQPACKET);
        socket_write($a, 'one');
        socket_write($a, 'two');
        return [socket_recv($b, $x, 99, MSG_WAITALL), $x, socket_recv($b, $y, 99, 0), $y];
    },
    'datagram too long' => function () use ($big, $pair) {
        [$a, $b] = $pair(SOCK_DGRAM);
        return [socket_write($a, $big), error_of($a)];
    },
    'descriptors in a message' => function () use ($pair) {
        [$a, $b] = $pair();
        [$c, $d] = $pair();
        $sent = socket_sendmsg($a, ['iov' => ['hello'], 'control' => [['level' => SOL_SOCKET, 'type' => SCM_RIGHTS, 'data' => [$c]]]]);
        $message = ['name' => [], 'buffer_size' => 10, 'controllen' => socket_cmsg_space(SOL_SOCKET, SCM_RIGHTS, 1)];
        $got = socket_recvmsg($b, $message, MSG_WAITALL);
        socket_write($message['control'][0]['data'][0], 'through it');
        return [$sent, $got, $message['iov'], count($message['control']), socket_read($d, 99)];
    },
]);
?>
--EXPECT--
write: same
write, a part: same
send: same
sendmsg: same
write, nothing: same
write, not blocking: same
send, do not wait: same
write, time limit, nothing goes: same
write, time limit, a part goes: same
write, the peer goes: same
datagrams: same
packets: same
datagram too long: same
descriptors in a message: same
