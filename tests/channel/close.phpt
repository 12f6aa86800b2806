--TEST--
close(): a waiting sender keeps its value and gets ChannelException; receivers drain the buffer, then get it too (D37)
--FILE--
<?php
use Async\{Channel, ChannelException};
use function Async\{spawn, suspend, await};

function attempt(callable $what): void
{
    try {
        var_dump($what());
    } catch (ChannelException $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}

$channel = new Channel(1);
$channel->send('in the channel');
$senders = [];
foreach (['x', 'y'] as $value) {
    $senders[] = spawn(function () use ($channel, $value) {
        try {
            $channel->send($value);
            echo "BROKEN: sent\n";
        } catch (ChannelException $e) {
            echo "keeps $value: ", $e->getMessage(), "\n";
        }
    });
}
suspend();
var_dump($channel->isClosed());
$channel->close();
$channel->close();
var_dump($channel->isClosed(), count($channel), $channel->isEmpty());
foreach ($senders as $sender) {
    await($sender);
}
attempt(fn() => $channel->send('z'));
attempt(fn() => $channel->sendAsync('z'));
attempt(fn() => $channel->recv());
attempt(fn() => $channel->recv());
attempt(fn() => await($channel));
var_dump($channel->isEmpty(), (new ReflectionClass('Async\ChannelException'))->getParentClass()->getName());

// Receivers that wait when the channel is closed.
$channel = new Channel;
$receivers = [];
for ($i = 0; $i < 2; $i++) {
    $receivers[] = spawn(fn() => attempt(fn() => $channel->recv()));
}
suspend();
$channel->close();
foreach ($receivers as $receiver) {
    await($receiver);
}
// A value that was handed over before is still delivered.
$channel = new Channel;
$receiver = spawn(fn() => attempt(fn() => $channel->recv()));
suspend();
$channel->send('just in time');
$channel->close();
await($receiver);
// schedules: may deadlock
?>
--EXPECT--
bool(false)
bool(true)
int(1)
bool(false)
keeps x: The channel is closed
keeps y: The channel is closed
Async\ChannelException: The channel is closed
bool(false)
string(14) "in the channel"
Async\ChannelException: The channel is closed and empty
Async\ChannelException: The channel is closed and empty
bool(true)
string(20) "Async\AsyncException"
Async\ChannelException: The channel is closed and empty
Async\ChannelException: The channel is closed and empty
string(12) "just in time"
