--TEST--
Other coroutines can change the variables of a waiting select(): the answer is for the sets that were passed (D28, P10, IO-06, IO-13)
--EXTENSIONS--
sockets
--FILE--
<?php
// schedules: any
use function Async\{spawn, await, delay};
socket_create_pair(AF_UNIX, SOCK_STREAM, 0, $sockets);
$streams = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
foreach ([null, 'text', [], [1, new stdClass], [[]]] as $change) {
    $set = ['s' => $sockets[0]];
    $none = [];
    $select = spawn(function () use (&$set, &$none) {
        return [socket_select($set, $w, $none, 5), array_keys($set), $none];
    });
    delay(5);
    $none = $set = $change;
    socket_write($sockets[1], 'x');
    echo 'sockets: ', json_encode(await($select)), socket_read($sockets[0], 9), "\n";

    $set = ['s' => $streams[0]];
    $none = [];
    $select = spawn(function () use (&$set, &$none) {
        return [stream_select($set, $w, $none, 5), array_keys($set), $none];
    });
    delay(5);
    $none = $set = $change;
    fwrite($streams[1], 'y');
    echo 'streams: ', json_encode(await($select)), fread($streams[0], 9), "\n";
}
$set[] = 1;
$set = ['s' => $sockets[0]];
$select = spawn(function () use (&$set) {
    return [socket_select($set, $w, $e, 5), array_keys($set)];
});
delay(5);
$set[] = 'appended';
unset($set['s']);
socket_write($sockets[1], 'x');
echo json_encode(await($select)), "\n";
?>
--EXPECT--
sockets: [1,["s"],[]]x
streams: [1,["s"],[]]y
sockets: [1,["s"],[]]x
streams: [1,["s"],[]]y
sockets: [1,["s"],[]]x
streams: [1,["s"],[]]y
sockets: [1,["s"],[]]x
streams: [1,["s"],[]]y
sockets: [1,["s"],[]]x
streams: [1,["s"],[]]y
[1,["s"]]
