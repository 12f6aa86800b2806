--TEST--
protect() shields only the coroutine that called it; coroutines that it spawned can be cancelled (D25)
--FILE--
<?php
use function Async\{spawn, await, suspend, delay, protect};

$c = spawn(function () use (&$child) {
    protect(function () use (&$child) {
        $child = spawn(function () { delay(100000); });
        try { await($child); } catch (Async\AsyncCancellation $e) { echo 'child: ', $e->getMessage(), "\n"; }
    });
    return 'parent not cancelled';
});
suspend();
suspend();
$child->cancel(new Async\AsyncCancellation('child only'));
echo await($c), "\n";
?>
--EXPECT--
child: child only
parent not cancelled
