--TEST--
A coroutine that was woken but has not run yet gets the cancellation, not the result (P5, D34)
--FILE--
<?php
use function Async\{spawn, await, suspend, delay, timeout};

// Woken by the end of the coroutine that it awaits.
$source = spawn(function () { suspend(); return 'result'; });
$waiter = spawn(function () use ($source) { return await($source); });
suspend();
$source->onFinally(fn() => null);
spawn(function () use ($waiter, $source) {
    // $source has just ended, $waiter is in the run queue.
    var_dump($source->isCompleted(), $waiter->isQueued());
    $waiter->cancel(new Async\AsyncCancellation('prompt'));
})->asHiPriority();
$source->asHiPriority();
try { var_dump(await($waiter)); } catch (Async\AsyncCancellation $e) { echo $e->getMessage(), "\n"; }

// Woken by its timer: two timers fire in the same turn of the loop, and the first coroutine cancels the other.
$first = spawn(function () use (&$second) {
    delay(100);
    var_dump($second->isQueued());
    $second->cancel(new Async\AsyncCancellation('prompt too'));
});
$second = spawn(function () { delay(100); echo "not reached\n"; });
suspend();
for ($end = hrtime(true) + 150e6; hrtime(true) < $end;);
try { await($second); } catch (Async\AsyncCancellation $e) { echo $e->getMessage(), "\n"; }

// In the queue after suspend().
$turn = spawn(function () { suspend(); echo "not reached\n"; });
suspend();
var_dump($turn->isQueued());
$turn->cancel(new Async\AsyncCancellation('at its turn'));
try { await($turn); } catch (Async\AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
?>
--EXPECT--
bool(true)
bool(true)
prompt
bool(true)
prompt too
bool(true)
at its turn
