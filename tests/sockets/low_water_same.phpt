--TEST--
SO_RCVLOWAT makes blocking calls wait for that many bytes, as outside a coroutine (P10, P11)
--EXTENSIONS--
sockets
--FILE--
<?php
require __DIR__ . '/sockets.inc';
$tcp = talker();
$path = sys_get_temp_dir() . '/async-low-water-' . getmypid() . '.sock';
$unix = talker("unix://$path");

function marked(string $address, string $command, int $mark = 5): Socket
{
    $socket = socket_told($address, $command);
    if (!socket_set_option($socket, SOL_SOCKET, SO_RCVLOWAT, $mark)) {
        throw new Error('SO_RCVLOWAT');
    }
    return $socket;
}

$calls = [];
foreach (['TCP' => $tcp, 'Unix' => $unix] as $kind => $address) {
    $calls += [
        "$kind, read" => fn() => socket_read(marked($address, 'parts 60 ab cd efg'), 100),
        "$kind, read, the end" => fn() => socket_read(marked($address, 'parts 60 ab cd'), 100),
        "$kind, recv" => fn() => [socket_recv(marked($address, 'parts 60 ab cd efg'), $a, 100, 0), $a],
        "$kind, recv, a smaller buffer" =>
            fn() => [socket_recv(marked($address, 'parts 60 ab cd efg'), $a, 3, 0), $a],
        "$kind, recv, peek" => function () use ($address) {
            $s = marked($address, 'hold 300 ab');
            return [socket_recv($s, $a, 100, MSG_PEEK), $a, socket_recv($s, $b, 100, MSG_WAITALL), $b];
        },
        "$kind, recv, all" => fn() => [socket_recv(marked($address, 'parts 60 ab cd efg hi'), $a, 8, MSG_WAITALL), $a],
        "$kind, recv, do not wait" => function () use ($address) {
            $s = marked($address, 'hold 300 ab');
            time_nanosleep(0, 100000000);
            return [socket_recv($s, $a, 100, MSG_DONTWAIT), $a];
        },
        "$kind, not blocking" => function () use ($address) {
            $s = marked($address, 'hold 300 ab');
            time_nanosleep(0, 100000000);
            socket_set_nonblock($s);
            return [socket_recv($s, $a, 100, 0), $a];
        },
        "$kind, recv, time limit" => function () use ($address) {
            $s = marked($address, 'hold 4000 ab');
            socket_set_option($s, SOL_SOCKET, SO_RCVTIMEO, ['sec' => 0, 'usec' => 800000]);
            return [socket_recv($s, $a, 100, 0), $a, socket_recv($s, $b, 100, 0), $b, error_of($s)];
        },
        "$kind, recvfrom" =>
            fn() => [socket_recvfrom(marked($address, 'parts 60 ab cd efg'), $a, 100, 0, $from, $port), $a],
        "$kind, recvmsg" => function () use ($address) {
            $message = ['name' => [], 'buffer_size' => 100, 'controllen' => 64];
            return [socket_recvmsg(marked($address, 'parts 60 ab cd efg'), $message), $message['iov']];
        },
        "$kind, stream" => function () use ($address) {
            $s = socket_export_stream(marked($address, 'parts 500 ab cdefg'));
            return [fread($s, 100), fread($s, 100)];
        },
    ];
}
transparent($calls);
?>
--EXPECT--
TCP, read: same
TCP, read, the end: same
TCP, recv: same
TCP, recv, a smaller buffer: same
TCP, recv, peek: same
TCP, recv, all: same
TCP, recv, do not wait: same
TCP, not blocking: same
TCP, recv, time limit: same
TCP, recvfrom: same
TCP, recvmsg: same
TCP, stream: same
Unix, read: same
Unix, read, the end: same
Unix, recv: same
Unix, recv, a smaller buffer: same
Unix, recv, peek: same
Unix, recv, all: same
Unix, recv, do not wait: same
Unix, not blocking: same
Unix, recv, time limit: same
Unix, recvfrom: same
Unix, recvmsg: same
Unix, stream: same
