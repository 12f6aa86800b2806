--TEST--
iterate(): a cancelled caller waits until the callbacks have cleaned up; the callbacks' scope is cancelled; a time limit (D39, D11, D7)
--FILE--
<?php
use function Async\{iterate, suspend, spawn, await, delay, timeout, currentScope, protect};

$caller = spawn(function () {
    try {
        iterate([1, 2], function ($v) {
            try { delay(600000); } finally { suspend(); echo "cleanup $v\n"; }
        });
    } finally {
        echo "caller goes\n";
    }
});
suspend();
suspend();
$caller->cancel();
try { await($caller); } catch (Async\AsyncCancellation $e) { echo "cancelled\n"; }

// While the iterator waits.
$caller = spawn(fn() => iterate((function () { yield 1; delay(600000); })(), function () { try { delay(600000); } finally { echo "cleanup\n"; } }));
suspend();
suspend();
$caller->cancel();
try { await($caller); } catch (Async\AsyncCancellation $e) { echo "cancelled\n"; }

try {
    iterate([1, 2], function ($v) { if ($v === 2) currentScope()->cancel(new Async\AsyncCancellation('from inside')); delay(600000); });
} catch (Async\AsyncCancellation $e) {
    echo $e->getMessage() ?: 'no text', "\n";
}
// Shielded: the cancellation comes afterwards.
$caller = spawn(function () {
    protect(fn() => iterate([1, 2], function ($v) { suspend(); suspend(); echo "$v done\n"; }));
    echo "not reached\n";
});
suspend();
$caller->cancel();
try { await($caller); } catch (Async\AsyncCancellation $e) { echo "cancelled\n"; }
$token = timeout(30);
try {
    await(spawn(fn() => iterate([1], fn() => delay(600000))), $token);
} catch (Async\AwaitCancelledException $e) {
    echo get_class($e->getPrevious()), "\n";
}
foreach (Async\getCoroutines() as $c) if ($c !== Async\currentCoroutine()) $c->cancel();
?>
--EXPECTF--
cleanup 1
cleanup 2
caller goes
cancelled
cleanup
cancelled
%s
1 done
2 done
cancelled
Async\TimeoutException
