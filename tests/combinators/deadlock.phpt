--TEST--
A wait for a trigger that can never fire is a deadlock, also when the coroutine waits for itself (CB-01, D21, D26)
--FILE--
<?php
use function Async\{await, any, currentCoroutine};

try {
    await(any([new Async\Future, currentCoroutine()]));
} catch (Async\AsyncCancellation $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECTF--
Warning: Deadlock: the main script (#1), suspended at %s:5, waits for any() of 2 awaitables, held by coroutine #1; cycle: #1 -> #1 in %s on line 5
Graceful shutdown

Fatal error: Uncaught Async\DeadlockError: Deadlock detected: the only coroutine waits and nothing can wake it in %s:5
Stack trace:
#0 {main}
  thrown in %s on line 5
