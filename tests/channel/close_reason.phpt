--TEST--
close($reason): each ChannelException has the reason as its previous exception; foreach throws after the last value (D37)
--FILE--
<?php
use Async\{Channel, ChannelException};
use function Async\{await, select, spawn, suspend};

function attempt(string $name, callable $what): void
{
    try {
        $result = json_encode($what());
        echo $name, ': ', $result, "\n";
    } catch (ChannelException $e) {
        $reason = $e->getPrevious();
        echo $name, ': ', $e->getMessage(), ' <- ', $reason ? get_class($reason) . ' ' . $reason->getMessage() : '-', "\n";
    }
}

// Receivers of each kind, which wait when the channel is closed.
$channel = new Channel;
$receivers = [
    spawn(fn() => attempt('recv', fn() => $channel->recv())),
    spawn(fn() => attempt('await', fn() => await($channel))),
    spawn(fn() => attempt('select', fn() => select([$channel]))),
    spawn(function () use ($channel) {
        attempt('foreach', function () use ($channel) {
            foreach ($channel as $value) {
            }
        });
    }),
];
$future = $channel->recvAsync();
suspend();
var_dump($channel->getCloseReason());
$reason = new RuntimeException('no more news');
$channel->close($reason);
$channel->close(new LogicException('too late'));
var_dump($channel->getCloseReason() === $reason);
foreach ($receivers as $receiver) {
    await($receiver);
}
attempt('recvAsync', fn() => await($future));
// Later callers.
attempt('late recv', fn() => $channel->recv());
attempt('late send', fn() => $channel->send(1));
attempt('late sendAsync', fn() => $channel->sendAsync(1));
attempt('late recvAsync', fn() => await($channel->recvAsync()));
attempt('late select', fn() => select([[$channel, 1]]));
attempt('as a token', fn() => await(new Async\Future(new Async\FutureState), $channel));

// A sender that waits; what was sent before is received first.
$channel = new Channel(1);
$channel->send('sent');
$sender = spawn(fn() => attempt('send', fn() => $channel->send('kept')));
suspend();
$channel->close(new Error('an Error will do'));
await($sender);
attempt('loop', function () use ($channel) {
    foreach ($channel as $value) {
        echo "got $value\n";
    }
});

// Without a reason nothing has changed.
$channel = new Channel(1);
$channel->send('last');
$channel->close();
$channel->close(new Error('too late'));
foreach ($channel as $value) {
    echo "got $value\n";
}
attempt('no reason', fn() => $channel->recv());
var_dump($channel->getCloseReason());

// The reason is one object: it is not changed, and it may lead to the channel.
$channel = new Channel;
$reason = new Exception('inner', 0, new Exception('cause'));
$channel->close($reason);
for ($i = 0; $i < 2; $i++) {
    try {
        $channel->recv();
    } catch (ChannelException $e) {
        var_dump($e->getPrevious() === $reason, $reason->getPrevious()->getMessage(), $reason->getPrevious()->getPrevious());
    }
}
(function () {
    $channel = new Channel;
    $reason = new class extends Exception {
        public ?Channel $channel = null;
        public function __destruct() { echo "the reason is gone\n"; }
    };
    $reason->channel = $channel;
    $channel->close($reason);
})();
gc_collect_cycles();
echo "end\n";
// schedules: may deadlock
?>
--EXPECT--
NULL
bool(true)
recv: The channel is closed and empty <- RuntimeException no more news
await: The channel is closed and empty <- RuntimeException no more news
select: The channel is closed and empty <- RuntimeException no more news
foreach: The channel is closed and empty <- RuntimeException no more news
recvAsync: The channel is closed and empty <- RuntimeException no more news
late recv: The channel is closed and empty <- RuntimeException no more news
late send: The channel is closed <- RuntimeException no more news
late sendAsync: false
late recvAsync: The channel is closed and empty <- RuntimeException no more news
late select: The channel is closed <- RuntimeException no more news
as a token: The channel is closed and empty <- RuntimeException no more news
send: The channel is closed <- Error an Error will do
got sent
loop: The channel is closed and empty <- Error an Error will do
got last
no reason: The channel is closed and empty <- -
NULL
bool(true)
string(5) "cause"
NULL
bool(true)
string(5) "cause"
NULL
the reason is gone
end
