--TEST--
select(): a failing source throws its exception, a closed channel a ChannelException; the token is checked last (D3, D24, D37)
--FILE--
<?php
use Async\{AsyncException, AwaitCancelledException, Channel, ChannelException};
use function Async\{spawn, suspend, await, select, timeout, delay};

function attempt(callable $what): void
{
    try {
        echo json_encode($what()), "\n";
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), $e->getPrevious() ? ' < ' . get_class($e->getPrevious()) : '', "\n";
    }
}

$channel = new Channel;
attempt(fn() => select([$channel, spawn(fn() => throw new LogicException('failed'))]));
$cancelled = spawn(fn() => delay(60_000));
spawn(fn() => $cancelled->cancel(new Async\AsyncCancellation('enough')));
attempt(fn() => select([$channel, $cancelled]));

$closing = new Channel;
spawn(fn() => $closing->close());
attempt(fn() => select([$channel, $closing]));
attempt(fn() => select([$channel, $closing]));
attempt(fn() => select([$channel, [$closing, 1]]));
$closing = new Channel;
spawn(fn() => $closing->close());
attempt(fn() => select([$channel, [$closing, 1]]));

attempt(fn() => select([$channel], timeout(2)));
$token = timeout(1);
delay(5);
attempt(fn() => select([$channel], $token));
$buffered = new Channel(1);
attempt(fn() => select([[$buffered, 1]], $token));
attempt(fn() => select([$buffered], $token));
// None of this has changed the channel.
var_dump($channel->sendAsync(1), $channel->isEmpty());
?>
--EXPECT--
LogicException: failed
Async\AsyncCancellation: enough
Async\ChannelException: The channel is closed and empty
Async\ChannelException: The channel is closed and empty
Async\ChannelException: The channel is closed
Async\ChannelException: The channel is closed
Async\AwaitCancelledException: The wait was ended by its cancellation token < Async\TimeoutException
Async\AwaitCancelledException: The wait was ended by its cancellation token < Async\TimeoutException
[0,null]
[0,1]
bool(false)
bool(true)
