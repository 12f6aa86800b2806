--TEST--
A second coroutine that moves the same iterator of a channel on gets an AsyncException, and takes no value from the first one
--FILE--
<?php
use Async\Channel;
use function Async\{await, spawn, suspend};

$channel = new Channel(2);
$iterator = $channel->getIterator();
$first = spawn(function () use ($iterator) {
    foreach ($iterator as $key => [$value]) {
        echo "$key: $value\n";
    }
});
try {
    suspend();
    foreach (['rewind', 'next', 'valid'] as $method) {
        try {
            $iterator->$method();
            echo "BROKEN: $method()\n";
        } catch (Async\AsyncException $e) {
            echo "$method(): ", $e->getMessage(), "\n";
        }
    }
    $channel->send(['one']);
    $channel->send(['two']);
} finally {
    $channel->close();
}
await($first);
var_dump($iterator->valid());

// The destructor of the value before waits: the iterator is taken then, too.
class Waits
{
    public function __destruct()
    {
        suspend();
    }
}

$channel = new Channel(2);
$iterator = $channel->getIterator();
$channel->sendAsync(new Waits());
$channel->sendAsync('three');
$iterator->rewind();
$first = spawn($iterator->next(...));
suspend();
try {
    $iterator->next();
    echo "BROKEN\n";
} catch (Async\AsyncException) {
    echo "refused\n";
}
await($first);
var_dump($iterator->current());
// schedules: none, it tests the order of turns
?>
--EXPECT--
rewind(): Another coroutine waits for the next value of this iterator: use an iterator for each coroutine
next(): Another coroutine waits for the next value of this iterator: use an iterator for each coroutine
valid(): Another coroutine waits for the next value of this iterator: use an iterator for each coroutine
0: one
1: two
bool(false)
refused
string(5) "three"
