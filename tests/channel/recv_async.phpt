--TEST--
recvAsync(): a future of the next value, in line with waiting receivers; dropped or cancelled early, it takes no value (D37, D38)
--FILE--
<?php
use Async\{Channel, ChannelException, Future};
use function Async\{spawn, suspend, await, select, timeout};

// The value is in the channel already.
$channel = new Channel(2);
$channel->send('a');
$channel->send('b');
$future = $channel->recvAsync();
var_dump($future instanceof Future, $future->isCompleted(), count($channel), await($future), await($future));

// In line: a future, a receiver, a future.
$channel = new Channel;
$first = $channel->recvAsync();
$second = spawn(fn() => $channel->recv());
suspend();
$third = $channel->recvAsync();
var_dump($first->isCompleted(), $channel->isFull());
foreach ([1, 2, 3] as $value) {
    $channel->send($value);
}
var_dump($channel->sendAsync(4), await($third), await($second), await($first));

// From waiting senders.
$sender = spawn(fn() => $channel->send('waited'));
suspend();
$future = $channel->recvAsync();
var_dump(await($future), await($sender));

// Dropped or cancelled.
$future = $channel->recvAsync();
$other = $channel->recvAsync();
unset($future);
$channel->send('for the other');
var_dump(await($other), $channel->isFull());
$future = $channel->recvAsync();
$future->cancel();
var_dump($channel->isFull(), $channel->sendAsync('nobody'));
// Also while a coroutine awaits it.
$future = $channel->recvAsync();
$waiter = spawn(fn() => await($future));
suspend();
$future->cancel();
var_dump($channel->sendAsync('nobody'));
// The channel lives as long as a receiver can exist.
$future = (new Channel)->recvAsync();
var_dump($future->isCompleted());
unset($future);

// A value that is given back goes to the next waiter, which may be a future or a coroutine.
$receiver = spawn(fn() => $channel->recv());
suspend();
$future = $channel->recvAsync();
$channel->send(new ArrayObject(['passed on']));
$receiver->cancel();
var_dump(await($future)[0]);

// Among several sources, and as a token.
$future = $channel->recvAsync();
spawn(fn() => $channel->send('x'));
echo json_encode(select(['f' => $future, 't' => timeout(60_000)])), "\n";

// Closed.
$channel = new Channel(1);
$pending = $channel->recvAsync();
$channel->close();
foreach ([$pending, $channel->recvAsync()] as $future) {
    try {
        await($future);
    } catch (ChannelException $e) {
        echo $e->getMessage(), "\n";
    }
}
$channel->recvAsync()->ignore();
$channel->recvAsync();
// schedules: may deadlock
?>
--EXPECTF--
bool(true)
bool(true)
int(1)
string(1) "a"
string(1) "a"
bool(false)
bool(false)
bool(false)
int(3)
int(2)
int(1)
string(6) "waited"
NULL
string(13) "for the other"
bool(true)
bool(true)
bool(false)
bool(false)
bool(false)
string(9) "passed on"
["f","x"]
The channel is closed and empty
The channel is closed and empty

Warning: Unobserved error of the future created at %srecv_async.php:75, await it or call ignore(): Async\ChannelException: The channel is closed and empty in %s
