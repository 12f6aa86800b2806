--TEST--
A value's destructor runs when no receiver can get the value any more, and can use the channel (D37)
--FILE--
<?php
use Async\Channel;
use function Async\{spawn, suspend, await};

class Noisy
{
    public function __construct(public string $name, public ?Closure $last = null)
    {
    }

    public function __destruct()
    {
        echo "destroyed $this->name\n";
        $this->last && ($this->last)();
    }
}

// Released with the channel.
$channel = new Channel(4);
$channel->send(new Noisy('a'));
$channel->send(new Noisy('b'));
echo "released\n";
unset($channel);

// A value that comes back from a cancelled receiver.
$channel = new Channel;
$receiver = spawn(fn() => $channel->recv());
suspend();
$channel->send(new Noisy('returned'));
$receiver->cancel();
suspend();
echo "still there\n";
unset($receiver, $channel);

// The values of a foreach, whose destructors suspend and send again.
$channel = new Channel(4);
foreach (['c', 'd'] as $name) {
    $channel->send(new Noisy($name, fn() => suspend() || print(json_encode($channel->sendAsync("after $name")) . "\n")));
}
spawn(fn() => $channel->close());
foreach ($channel as $value) {
    echo $value->name, "\n";
}
unset($value);
var_dump(count($channel));
// The value of a sender that is refused.
$channel = new Channel;
$sender = spawn(function () use ($channel) {
    try {
        $channel->send(new Noisy('kept'));
    } catch (Async\ChannelException) {
        echo "turned away\n";
    }
});
suspend();
$channel->close();
await($sender);
// At the end of the request.
$last = new Channel(1);
$last->send(new Noisy('last'));
// schedules: may deadlock
?>
--EXPECT--
released
destroyed a
destroyed b
still there
destroyed returned
c
destroyed c
false
d
destroyed d
false
int(0)
destroyed kept
turned away
destroyed last
