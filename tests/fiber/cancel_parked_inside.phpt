--TEST--
Cancelling a coroutine that waits inside a Fiber: the cancellation is thrown there and unwinds through the Fiber (D22, CN-02)
--FILE--
<?php
use function Async\{spawn, await, suspend, delay};

$c = spawn(function () {
    $outer = new Fiber(function () {
        $inner = new Fiber(function () {
            try { delay(100000); } finally { echo "inner finally\n"; }
        });
        try { $inner->start(); } catch (Async\AsyncCancellation $e) { echo 'outer: ', $e->getMessage(), "\n"; throw $e; }
    });
    try { $outer->start(); } finally { echo "coroutine finally\n"; var_dump($outer->isTerminated()); }
});
suspend();
$c->cancel(new Async\AsyncCancellation('reason'));
try { await($c); } catch (Async\AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
?>
--EXPECT--
inner finally
outer: reason
coroutine finally
bool(true)
reason
