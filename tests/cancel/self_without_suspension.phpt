--TEST--
A coroutine that returns before its cancellation is delivered counts as cancelled; its result is dropped (CN-25, CN-26, D34)
--FILE--
<?php
use function Async\{spawn, await, currentCoroutine};

class Tracked { function __destruct() { echo "result dropped\n"; } }

$c = spawn(function () {
    currentCoroutine()->cancel(new Async\AsyncCancellation('self'));
    return new Tracked;
});
try {
    await($c);
} catch (Async\AsyncCancellation $e) {
    echo $e->getMessage(), "\n";
}
var_dump($c->isCancelled(), $c->getResult(), $c->getException() === $e);

$thrown = spawn(function () {
    currentCoroutine()->cancel();
    throw new Exception('stronger');
});
try { await($thrown); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
var_dump($thrown->isCancelled(), $thrown->isCancellationRequested());
?>
--EXPECT--
result dropped
self
bool(true)
NULL
bool(true)
stronger
bool(false)
bool(true)
