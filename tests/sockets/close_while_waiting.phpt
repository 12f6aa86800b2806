--TEST--
A socket that another coroutine closes or shuts down ends the waits on it, as a closed descriptor does (D28, P1, IO-13)
--EXTENSIONS--
sockets
--FILE--
<?php
// schedules: any
// schedules: may go on
use function Async\{spawn, await, delay};
function pair(int $type = SOCK_STREAM): array
{
    socket_create_pair(AF_UNIX, $type, 0, $pair);
    return $pair;
}
function full(): array
{
    $pair = pair();
    socket_send($pair[0], str_repeat('x', 1 << 22), 1 << 22, MSG_DONTWAIT);
    return $pair;
}
function listening(): array
{
    $s = socket_create(AF_INET, SOCK_STREAM, SOL_TCP);
    socket_bind($s, '127.0.0.1', 0);
    socket_listen($s);
    return [$s];
}
set_error_handler(function (int $type, string $message) use (&$warnings) {
    $warnings[] = preg_replace('/^.*?: | \(max_fd=\d+\)/', '', $message);
    return true;
});
$message = ['name' => [], 'buffer_size' => 9, 'controllen' => 64];
$calls = [
    'read' => ['pair', fn($s) => socket_read($s, 9)],
    'read a line' => ['pair', fn($s) => socket_read($s, 9, PHP_NORMAL_READ)],
    'recv' => ['pair', fn($s) => socket_recv($s, $data, 9, 0)],
    'recv, all' => ['pair', fn($s) => socket_recv($s, $data, 9, MSG_WAITALL)],
    'recvfrom' => ['pair', fn($s) => socket_recvfrom($s, $data, 9, 0, $from)],
    'recvmsg' => ['pair', fn($s) => socket_recvmsg($s, $message)],
    'write' => ['full', fn($s) => socket_write($s, 'x')],
    'send' => ['full', fn($s) => socket_send($s, 'x', 1, 0)],
    'sendmsg' => ['full', fn($s) => socket_sendmsg($s, ['iov' => ['x']])],
    'accept' => ['listening', fn($s) => socket_accept($s)],
    'select' => ['pair', function ($s) {
        $r = [$s];
        return [socket_select($r, $w, $e, null), count($r)];
    }],
];
foreach (['socket_close', 'socket_shutdown'] as $end) {
    echo "$end()\n";
    foreach ($calls as $name => [$make, $call]) {
        $sockets = $make();
        $warnings = [];
        $waiting = spawn(fn() => $call($sockets[0]));
        delay(5);
        $end($sockets[0]);
        $result = await($waiting);
        echo "  $name: ", json_encode($result), ' ', implode('; ', $warnings), "\n";
    }
}
var_dump(Async\stats()['blocked_in_place']);
?>
--EXPECT--
socket_close()
  read: false unable to read from socket [9]: Bad file descriptor
  read a line: false unable to read from socket [9]: Bad file descriptor
  recv: false Unable to read from socket [9]: Bad file descriptor
  recv, all: false Unable to read from socket [9]: Bad file descriptor
  recvfrom: false Unable to recvfrom [9]: Bad file descriptor
  recvmsg: false Error in recvmsg [9]: Bad file descriptor
  write: false unable to write to socket [9]: Bad file descriptor
  send: false Unable to write to socket [9]: Bad file descriptor
  sendmsg: false Error in sendmsg [9]: Bad file descriptor
  accept: false unable to accept incoming connection [9]: Bad file descriptor
  select: [false,1] Unable to select [9]: Bad file descriptor
socket_shutdown()
  read: "" 
  read a line: false unable to read from socket [104]: Connection reset by peer
  recv: 0 
  recv, all: 0 
  recvfrom: 0 
  recvmsg: 0 
  write: false unable to write to socket [32]: Broken pipe
  send: false Unable to write to socket [32]: Broken pipe
  sendmsg: false Error in sendmsg [32]: Broken pipe
  accept: false unable to accept incoming connection [22]: Invalid argument
  select: [1,1] 
int(0)
