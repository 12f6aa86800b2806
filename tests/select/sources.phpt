--TEST--
select(): channels to receive from and to send to, coroutines, timeouts; it returns key and value of the chosen source (D23, D24, D37)
--FILE--
<?php
use Async\Channel;
use function Async\{spawn, suspend, await, select, timeout, delay};

$never = new Channel;
// Ready at once.
$buffered = new Channel(1);
$buffered->send('buffered');
echo json_encode(select(['never' => $never, 'yes' => $buffered])), "\n";
echo json_encode(select([7 => [$buffered, 'sent'], 8 => $never])), "\n";
echo json_encode([count($buffered), $buffered->recv()]), "\n";
$done = spawn(fn() => 'result');
await($done);
echo json_encode(select([$never, $done])), "\n";

// After a wait.
spawn(fn() => $never->send('handed over'));
echo json_encode(select(['a' => $never, 'b' => timeout(60_000)])), "\n";
$full = new Channel(1);
$full->send('first');
$consumer = spawn(fn() => [$full->recv(), $full->recv()]);
echo json_encode(select(['a' => $never, 'b' => [$full, 'second']])), "\n";
echo json_encode(await($consumer)), "\n";
$receiver = spawn(fn() => $never->recv());
echo json_encode(select([[$never, ['a' => 1]]])), "\n";
echo json_encode(await($receiver)), "\n";
echo json_encode(select([$never, spawn(function () {
    suspend();
    return 'late';
})])), "\n";
echo json_encode(select(['never' => $never, 'time' => timeout(2)])), "\n";
// The value of a waiting sender.
$sender = spawn(fn() => $never->send('held out'));
suspend();
echo json_encode(select([$never])), "\n";
await($sender);
// The losing sources have lost no value, and keep no waiter.
echo json_encode([count($never), $never->sendAsync('x'), $never->isEmpty(), count($full), $full->sendAsync('y')]), "\n";

// References in the array are dereferenced at the call.
$a = $never;
$pair = [$never, 'by reference'];
$sources = ['a' => &$a, 'pair' => &$pair];
$receiver = spawn(function () use ($never, &$a, &$pair) {
    $a = null;
    $pair = null;
    return $never->recv();
});
echo json_encode([select($sources), await($receiver)]), "\n";

// Many.
$channels = [];
for ($i = 0; $i < 1000; $i++) {
    $channels["c$i"] = new Channel;
}
spawn(fn() => $channels['c777']->send('found'));
echo json_encode(select($channels)), "\n";
// schedules: may deadlock
?>
--EXPECT--
["yes","buffered"]
[7,null]
[1,"sent"]
[1,"result"]
["a","handed over"]
["b",null]
["first","second"]
[0,null]
{"a":1}
[1,"late"]
["time",null]
[0,"held out"]
[0,false,true,0,true]
[["pair",null],"by reference"]
["c777","found"]
