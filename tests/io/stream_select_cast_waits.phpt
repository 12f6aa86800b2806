--TEST--
Other coroutines change the variables of stream_select() while it asks a stream of a user wrapper that waits (D28, IO-06)
--FILE--
<?php
// schedules: may go on
use function Async\{spawn, await, delay};
class Slow
{
    public $context;
    public static $behind;
    public function stream_open() { return true; }
    public function stream_cast() { delay(5); return self::$behind; }
    public function stream_eof() { return false; }
    public function stream_read() { return ''; }
}
stream_wrapper_register('slow', 'Slow');
[Slow::$behind, $peer] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
fwrite($peer, 'x');

foreach ([null, 'text', [], [1]] as $change) {
    for ($read = [], $i = 0; $i < 5; $i++) {
        $read["s$i"] = fopen('slow://', 'r');
    }
    $read['silent'] = $peer;
    $write = ['p' => $peer];
    $none = [];
    $select = spawn(function () use (&$read, &$write, &$none) {
        return [stream_select($read, $write, $none, 5), array_keys($read), array_keys($write), $none];
    });
    delay(12);
    // The arrays and their streams would be freed here.
    $none = $write = $read = $change;
    $others = array_map(fn() => fopen('php://memory', 'r'), range(1, 10));
    echo json_encode(await($select)), "\n";
}
?>
--EXPECT--
[2,["s0","s1","s2","s3","s4"],["p"],[]]
[2,["s0","s1","s2","s3","s4"],["p"],[]]
[2,["s0","s1","s2","s3","s4"],["p"],[]]
[2,["s0","s1","s2","s3","s4"],["p"],[]]
