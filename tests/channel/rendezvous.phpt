--TEST--
Without a capacity send() returns when a receiver has the value, and values arrive in order (D37)
--FILE--
<?php
use Async\Channel;
use function Async\{spawn, suspend, await};

$channel = new Channel;
var_dump($channel->capacity(), count($channel), $channel->isEmpty(), $channel->isFull());

echo "-- the sender waits\n";
$producer = spawn(function () use ($channel) {
    foreach (['a', 'b'] as $value) {
        $channel->send($value);
        echo "sent $value\n";
    }
});
suspend();
suspend();
var_dump($producer->isSuspended(), count($channel), $channel->isEmpty(), $channel->isFull());
foreach ([1, 2] as $_) {
    echo 'got ' . $channel->recv(), "\n";
    suspend();
}

echo "-- the receiver waits\n";
$consumer = spawn(function () use ($channel) {
    foreach ([1, 2] as $_) {
        echo 'got ' . $channel->recv(), "\n";
    }
});
suspend();
var_dump($consumer->isSuspended(), $channel->isEmpty(), $channel->isFull());
$channel->send('c');
echo "sent c\n";
var_dump($channel->isFull());
suspend();
$channel->send('d');
echo "sent d\n";
await($consumer);
// schedules: may deadlock
?>
--EXPECT--
int(0)
int(0)
bool(true)
bool(true)
-- the sender waits
bool(true)
int(0)
bool(false)
bool(true)
got a
sent a
got b
sent b
-- the receiver waits
bool(true)
bool(true)
bool(false)
sent c
bool(true)
got c
sent d
got d
