--TEST--
A socket that is ready, but has no data and no room, answers as outside a coroutine (P10, P11, IO-13)
--EXTENSIONS--
sockets
--FILE--
<?php
require __DIR__ . '/sockets.inc';
$path = sys_get_temp_dir() . '/async-ready-' . getmypid();
register_shutdown_function(fn() => array_map('unlink', glob("$path*")));

/** Of two datagram sockets, the one that is shut down for reading. */
$pair = function (int $domain): Socket {
    if ($domain === AF_UNIX) {
        socket_create_pair($domain, SOCK_DGRAM, 0, $pair);
        [$s] = $pair;
    } else {
        $peer = socket_create($domain, SOCK_DGRAM, 0);
        socket_bind($peer, '127.0.0.1');
        socket_getsockname($peer, $host, $port);
        $s = socket_create($domain, SOCK_DGRAM, 0);
        socket_connect($s, $host, $port);
    }
    socket_shutdown($s, 0);
    return $s;
};
$calls = [];
foreach (['unix' => AF_UNIX, 'udp' => AF_INET] as $name => $domain) {
    foreach (['' => 0, ', time limit' => 1] as $how => $limit) {
        $shut = function () use ($pair, $domain, $limit) {
            $s = $pair($domain);
            socket_set_option($s, SOL_SOCKET, SO_RCVTIMEO, ['sec' => 5 * $limit, 'usec' => 0]);
            return $s;
        };
        $calls += [
            "$name, recv$how" => fn() => [socket_recv($s = $shut(), $data, 9, 0), $data, error_of($s)],
            "$name, recvfrom$how" => fn() => [socket_recvfrom($s = $shut(), $data, 9, 0, $from, $port), error_of($s)],
            "$name, read$how" => fn() => [socket_read($s = $shut(), 9), error_of($s)],
            "$name, recvmsg$how" => function () use ($shut) {
                $message = ['buffer_size' => 9, 'controllen' => socket_cmsg_space(SOL_SOCKET, SCM_RIGHTS, 1)];
                return [socket_recvmsg($s = $shut(), $message, 0), $message['iov'] ?? null, error_of($s)];
            },
            "$name, stream$how" => function () use ($shut, $limit) {
                $s = socket_export_stream($shut());
                stream_set_timeout($s, $limit ? 5 : -1);
                return [fread($s, 9), feof($s), stream_get_meta_data($s)['timed_out'], stream_socket_recvfrom($s, 9)];
            },
        ];
    }
    $calls["$name, not blocking"] = function () use ($pair, $domain) {
        $s = $pair($domain);
        socket_set_nonblock($s);
        return [socket_recv($s, $data, 9, 0), error_of($s)];
    };
}
/* Nothing reports that the receiver has room again: the sender is not connected to it. */
$fill = function (Socket $s) use ($path): string {
    for ($sent = 0; @socket_sendto($s, 'x', 1, 0, "$path.full") === 1; $sent++);
    return $sent > 0 ? 'then ' . error_of($s) : 'none';
};
$full = function () use ($path): array {
    @unlink("$path.full");
    $receiver = socket_create(AF_UNIX, SOCK_DGRAM, 0);
    socket_bind($receiver, "$path.full");
    return [$receiver, socket_create(AF_UNIX, SOCK_DGRAM, 0)];
};
$calls['full receiver, time limit'] = function () use ($full, $fill) {
    [$receiver, $s] = $full();
    socket_set_option($s, SOL_SOCKET, SO_SNDTIMEO, ['sec' => 0, 'usec' => 300000]);
    return $fill($s);
};
$calls['full receiver, not blocking'] = function () use ($full, $fill) {
    [$receiver, $s] = $full();
    socket_set_nonblock($s);
    return $fill($s);
};
transparent($calls);

/* The sender goes on when there is room, and uses no processor until then. */
[$receiver, $s] = $full();
socket_set_nonblock($s);
$fill($s);
socket_set_block($s);
socket_set_option($s, SOL_SOCKET, SO_SNDTIMEO, ['sec' => 5, 'usec' => 0]);
$sender = Async\spawn(fn() => socket_sendto($s, 'last', 4, 0, "$path.full"));
Async\suspend();
$switches = Async\stats()['switches'];
Async\delay(300);
echo Async\stats()['switches'] - $switches < 200 ? 'rests' : 'spins', "\n";
socket_set_nonblock($receiver);
while (!$sender->isCompleted()) {
    @socket_recv($receiver, $data, 9, 0);
    Async\delay(1);
}
echo Async\await($sender), "\n";
?>
--EXPECT--
unix, recv: same
unix, recvfrom: same
unix, read: same
unix, recvmsg: same
unix, stream: same
unix, recv, time limit: same
unix, recvfrom, time limit: same
unix, read, time limit: same
unix, recvmsg, time limit: same
unix, stream, time limit: same
unix, not blocking: same
udp, recv: same
udp, recvfrom: same
udp, read: same
udp, recvmsg: same
udp, stream: same
udp, recv, time limit: same
udp, recvfrom, time limit: same
udp, read, time limit: same
udp, recvmsg, time limit: same
udp, stream, time limit: same
udp, not blocking: same
full receiver, time limit: same
full receiver, not blocking: same
rests
4
