--TEST--
await($channel) is recv(); a channel as token ends a wait and keeps its value (D37, D3, D27)
--FILE--
<?php
use Async\{Awaitable, AwaitCancelledException, Channel, ChannelException, Completable};
use function Async\{spawn, suspend, await, timeout, delay};

$channel = new Channel;
var_dump($channel instanceof Awaitable, $channel instanceof Completable, $channel instanceof Countable);
spawn(fn() => $channel->send('value'));
var_dump(await($channel));

// In one queue with recv(), in the order of the calls.
foreach (['recv' => fn() => $channel->recv(), 'await' => fn() => await($channel)] as $name => $wait) {
    spawn(function () use ($name, $wait) {
        echo "$name " . $wait(), "\n";
    });
}
suspend();
$channel->send('first');
$channel->send('second');
suspend();

// A token for other waits.
$stop = new Channel(1);
spawn(fn() => $stop->send('stop'));
try {
    await($channel, $stop);
} catch (AwaitCancelledException $e) {
    var_dump($e->getPrevious(), count($stop), $stop->recv());
}
// The value of a waiting sender is available, too.
$stop = new Channel;
$sender = spawn(fn() => $stop->send('stop'));
try {
    await($channel, $stop);
} catch (AwaitCancelledException $e) {
    var_dump($sender->isSuspended(), $stop->recv());
}
// A closed channel fails, and its exception is thrown unchanged.
$stop->close();
try {
    await($channel, $stop);
} catch (ChannelException $e) {
    echo $e->getMessage(), "\n";
}
// recv() and send() with tokens; the result wins if both are ready.
foreach ([fn() => $channel->recv(timeout(3)), fn() => $channel->send(1, timeout(3))] as $wait) {
    try {
        $wait();
    } catch (AwaitCancelledException $e) {
        echo get_class($e->getPrevious()), "\n";
    }
}
$timeout = timeout(1);
delay(5);
$full = new Channel(1);
$full->send('there', $timeout);
var_dump($full->recv($timeout));
try {
    $full->recv($timeout);
} catch (AwaitCancelledException $e) {
    echo get_class($e->getPrevious()), "\n";
}
// schedules: may deadlock
?>
--EXPECT--
bool(true)
bool(false)
bool(true)
string(5) "value"
recv first
await second
NULL
int(1)
string(4) "stop"
bool(true)
string(4) "stop"
The channel is closed and empty
Async\TimeoutException
Async\TimeoutException
string(5) "there"
Async\TimeoutException
