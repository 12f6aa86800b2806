--TEST--
A wait for a future that no code can complete any more is a deadlock, also at the end of a chain (AW-17, D21)
--FILE--
<?php
use Async\{Future, FutureState};
use function Async\await;

$state = new FutureState;
$end = (new Future($state))->map(fn() => 1)->finally(fn() => 2);
unset($state);
try {
    await($end);
} catch (Async\AsyncCancellation $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECTF--
Warning: Deadlock: the main script (#1), suspended at %s:9, waits for Async\Future made at %s:%d in %s on line 9
Graceful shutdown

Fatal error: Uncaught Async\DeadlockError: Deadlock detected: the only coroutine waits and nothing can wake it in %s:9
Stack trace:
#0 {main}
  thrown in %s on line 9
