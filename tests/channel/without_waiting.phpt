--TEST--
sendAsync() never waits: false when the channel is full or closed, else the value is sent (D37)
--FILE--
<?php
use Async\Channel;
use function Async\{spawn, suspend, stats};

$channel = new Channel(2);
var_dump($channel->sendAsync(1), $channel->sendAsync(2), $channel->sendAsync(3), count($channel));
var_dump($channel->recv(), $channel->sendAsync(4), $channel->recv(), $channel->recv());
$channel->close();
var_dump($channel->sendAsync(5));

$channel = new Channel;
var_dump($channel->sendAsync(1));
spawn(function () use ($channel) {
    var_dump($channel->recv());
});
suspend();
var_dump($channel->sendAsync(2), $channel->sendAsync(3));
suspend();
// The main flow was never left, except by suspend().
var_dump(stats()['switches'] <= 4);
// schedules: none, it tests the order of turns
?>
--EXPECT--
bool(true)
bool(true)
bool(false)
int(2)
int(1)
bool(true)
int(2)
int(4)
bool(false)
bool(false)
bool(true)
bool(false)
int(2)
bool(true)
