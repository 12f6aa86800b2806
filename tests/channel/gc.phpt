--TEST--
Cycles through the values of a channel are collected; a channel with waiting coroutines is alive (D37)
--FILE--
<?php
use Async\Channel;
use function Async\{spawn, suspend, await};

class Canary
{
    public $iterator;

    public function __construct(public ?Channel $channel = null)
    {
    }

    public function __destruct()
    {
        echo "collected\n";
    }
}

$channel = new Channel(3);
$channel->send(new Canary($channel));
$channel->send([$channel]);
unset($channel);
var_dump(gc_collect_cycles() > 0);

// Values that came back from cancelled receivers.
$channel = new Channel;
$receiver = spawn(fn() => $channel->recv());
suspend();
$channel->send(new Canary($channel));
$receiver->cancel();
suspend();
unset($receiver, $channel);
gc_collect_cycles();

// In an iterator that was dropped early.
$channel = new Channel(2);
$iterator = (function () use ($channel) {
    foreach ($channel as $value) {
        yield $value;
    }
})();
$canary = new Canary($channel);
$canary->iterator = $iterator;
$channel->send($canary);
$iterator->rewind();
unset($channel, $iterator, $canary);
gc_collect_cycles();

// A waiter holds the channel and its value.
$channel = new Channel;
$weak = WeakReference::create($channel);
spawn(function ($channel) {
    $channel->send(new Canary($channel));
    echo "sent\n";
}, $channel);
suspend();
unset($channel);
gc_collect_cycles();
var_dump($weak->get() !== null);
$value = $weak->get()->recv();
suspend();
unset($value);
gc_collect_cycles();
var_dump($weak->get());
// schedules: may deadlock
?>
--EXPECT--
collected
bool(true)
collected
collected
bool(true)
sent
collected
NULL
