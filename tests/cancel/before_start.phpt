--TEST--
A coroutine cancelled before its start never starts; its awaiter gets the cancellation (CN-01, CN-03, CN-12)
--FILE--
<?php
use function Async\{spawn, await, suspend, getCoroutines};

$c = spawn(function () { echo "never\n"; });
$c->cancel();
var_dump($c->isStarted(), $c->isQueued(), $c->isCompleted(), $c->isCancelled(), $c->isCancellationRequested(), $c->getResult());
echo count(getCoroutines()), " left\n";
suspend();
try {
    await($c);
} catch (Async\AsyncCancellation $e) {
    echo get_class($e), "\n";
    var_dump($e->getMessage() === 'cancelled at ' . __FILE__ . ':5', $e === $c->getException());
}
?>
--EXPECT--
bool(false)
bool(false)
bool(true)
bool(true)
bool(true)
NULL
1 left
Async\AsyncCancellation
bool(true)
bool(true)
