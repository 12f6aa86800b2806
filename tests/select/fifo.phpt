--TEST--
select() queues up at a channel behind its present waiters, and later calls queue behind select() (D37, P5)
--FILE--
<?php
use Async\Channel;
use function Async\{spawn, suspend, await, select};

$channel = new Channel;
$other = new Channel;
$order = [];
$receive = function (string $name) use ($channel, &$order) {
    $order[] = "$name " . $channel->recv();
};
$choose = function (string $name) use ($channel, $other, &$order) {
    [$key, $value] = select(['other' => $other, 'channel' => $channel]);
    $order[] = "$name $key $value";
};
$all = [spawn($receive, 'r1'), spawn($choose, 's1'), spawn($receive, 'r2'), spawn($choose, 's2')];
suspend();
foreach ([1, 2, 3] as $value) {
    $channel->send($value);
}
$other->send(4);
foreach ($all as $coroutine) {
    await($coroutine);
}
echo implode(', ', $order), "\n";

$order = [];
$send = function ($value) use ($channel) {
    $channel->send($value);
};
$chooseToSend = function ($value) use ($channel, $other) {
    select([$other, [$channel, $value]]);
};
$all = [spawn($send, 1), spawn($chooseToSend, 2), spawn($send, 3), spawn($chooseToSend, 4)];
suspend();
for ($i = 0; $i < 4; $i++) {
    $order[] = $channel->recv();
}
echo implode(', ', $order), "\n";
foreach ($all as $coroutine) {
    await($coroutine);
}
// Woken by one source, select() is skipped by the others.
$chooser = spawn($choose, 's3');
$receiver = spawn($receive, 'r3');
suspend();
$order = [];
$other->send('x');
$channel->send('y');
await($chooser);
await($receiver);
echo implode(', ', $order), "\n";
// schedules: none, it tests the order of turns
?>
--EXPECT--
r1 1, s1 channel 2, r2 3, s2 other 4
1, 2, 3, 4
s3 other x, r3 y
