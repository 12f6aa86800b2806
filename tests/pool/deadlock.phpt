--TEST--
Pool: a holder of all resources asks for one more: the deadlock report names the holders, whose resources return (D21, D26)
--FILE--
<?php
use Async\Pool;
use function Async\{spawn, suspend};

$pool = new Pool(fn() => new stdClass, fn() => print("destroyed\n"), max: 2);
$work = function () use ($pool) {
    $pool->acquire();
    suspend();
    $pool->acquire();
};
$first = spawn($work);
$second = spawn($work);
suspend();
suspend();
echo json_encode($first->getAwaitingInfo()), "\n";
?>
--EXPECTF--
{"type":"lock","class":"Async\\Pool"}

Warning: Deadlock: coroutine #2 spawned at %s, waits for Async\Pool made at %s:%d, held by coroutine #3, #2; cycle: #2 -> #2 in %s on line 9

Warning: Deadlock: coroutine #3 spawned at %s, waits for Async\Pool made at %s:%d, held by coroutine #3, #2; cycle: #3 -> #3 in %s on line 9

Fatal error: Uncaught Async\DeadlockError: Deadlock detected: all 2 coroutines wait and nothing can wake one in %a
destroyed
destroyed
