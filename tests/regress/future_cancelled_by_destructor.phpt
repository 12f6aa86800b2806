--TEST--
A destructor that cancels a future again, in the middle of its cancel(), is the one that cancels it
--FILE--
<?php
use Async\{AsyncCancellation, Channel};
use function Async\await;

/* The value of a weak map, whose key is the channel that only the future holds. */
class Cancels
{
    public ?Async\Future $future = null;

    public function __destruct()
    {
        echo "destructor\n";
        $this->future->cancel(new AsyncCancellation('by the destructor'));
    }
}

$values = new WeakMap();
$channel = new Channel();
$future = $channel->recvAsync();
$values[$channel] = new Cancels();
$values[$channel]->future = $future;
unset($channel);
$future->cancel(new AsyncCancellation('by the caller'));
try {
    await($future);
} catch (AsyncCancellation $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECT--
destructor
by the destructor
