--TEST--
An exception thrown by a cancelled coroutine replaces the cancellation, which becomes its previous exception (CN-22)
--FILE--
<?php
use function Async\{spawn, await, suspend, delay};

$c = spawn(function () {
    try {
        delay(100000);
    } finally {
        throw new LogicException('cleanup failed');
    }
});
suspend();
$c->cancel();
try {
    await($c);
} catch (LogicException $e) {
    echo $e->getMessage(), ', previous ', get_class($e->getPrevious()), "\n";
}
var_dump($c->isCancelled(), $c->isCancellationRequested(), $c->isCompleted(), $c->getException() === $e);
?>
--EXPECT--
cleanup failed, previous Async\AsyncCancellation
bool(false)
bool(true)
bool(true)
bool(true)
