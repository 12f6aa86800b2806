--TEST--
A coroutine that cancels itself runs to its next suspension point (CN-26, CN-17)
--FILE--
<?php
use function Async\{spawn, await, suspend, delay, currentCoroutine};

foreach (['suspend' => fn() => suspend(), 'delay(0)' => fn() => delay(0), 'delay(1)' => fn() => delay(1),
    'await' => fn() => await(spawn(fn() => 1)), 'await completed' => fn() => await($GLOBALS['done'])] as $name => $point) {
    $done = spawn(fn() => 'done');
    await($done);
    $c = spawn(function () use ($point, $name) {
        currentCoroutine()->cancel(new Async\AsyncCancellation("self at $name"));
        echo 'this executes';
        $point();
        echo " and this must not\n";
    });
    try { await($c); } catch (Async\AsyncCancellation $e) { echo ', ', $e->getMessage(), "\n"; }
    var_dump($c->isCancelled());
}
// schedules: any
?>
--EXPECT--
this executes, self at suspend
bool(true)
this executes, self at delay(0)
bool(true)
this executes, self at delay(1)
bool(true)
this executes, self at await
bool(true)
this executes, self at await completed
bool(true)
