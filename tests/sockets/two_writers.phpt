--TEST--
Two coroutines write to one socket: the bytes of one call stay together, also when it waits between them (D28, P3, IO-13)
--EXTENSIONS--
sockets
--FILE--
<?php
// schedules: any
use function Async\{spawn, await, delay, suspend};
$calls = [
    'write' => fn($s, $data) => socket_write($s, $data),
    'send' => fn($s, $data) => socket_send($s, $data, strlen($data), 0),
    'sendmsg' => fn($s, $data) => socket_sendmsg($s, ['iov' => str_split($data, 100000)]),
];
foreach ($calls as $name => $call) {
    socket_create_pair(AF_UNIX, SOCK_STREAM, 0, $pair);
    $writers = [];
    foreach (['a', 'b', 'c'] as $letter) {
        $writers[] = spawn(fn() => $call($pair[0], str_repeat($letter, 1000000)));
    }
    delay(5);
    // Now there is room, and a late writer comes before the earlier ones have run.
    $got = socket_read($pair[1], 65536);
    $writers[] = spawn(fn() => $call($pair[0], 'z'));
    suspend();
    for (; strlen($got) < 3000001; $got .= socket_read($pair[1], 65536));
    $whole = array_filter(str_split($got, 1000000), fn($part) => strlen(count_chars($part, 3)) === 1);
    echo $name, ': ', implode(' ', array_map('Async\await', $writers)), ', ', count($whole), " in one piece\n";
}
var_dump(Async\stats()['blocked_in_place']);
?>
--EXPECT--
write: 1000000 1000000 1000000 1, 4 in one piece
send: 1000000 1000000 1000000 1, 4 in one piece
sendmsg: 1000000 1000000 1000000 1, 4 in one piece
int(0)
