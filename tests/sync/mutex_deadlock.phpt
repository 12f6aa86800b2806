--TEST--
Mutex: two coroutines wait for each other's lock: the deadlock report names the owners and the cycle (D21, D26)
--FILE--
<?php
use Async\Mutex;
use function Async\{spawn, suspend};

$a = new Mutex;
$b = new Mutex;
$first = spawn(function () use ($a, $b) {
    $a->lock();
    suspend();
    $b->lock();
});
$second = spawn(function () use ($a, $b) {
    $b->lock();
    suspend();
    $a->lock();
});
suspend();
suspend();
echo json_encode($first->getAwaitingInfo()), "\n";
?>
--EXPECTF--
{"type":"lock","class":"Async\\Mutex","owner":3}

Warning: Deadlock: coroutine #2 spawned at %s, waits for Async\Mutex made at %s:%d, held by coroutine #3; cycle: #2 -> #3 -> #2 in %s on line 10

Warning: Deadlock: coroutine #3 spawned at %s, waits for Async\Mutex made at %s:%d, held by coroutine #2; cycle: #3 -> #2 -> #3 in %s on line 15

Warning: Async\Mutex: coroutine #%d spawned at %s ended without unlock() in %s on line %d

Warning: Async\Mutex: coroutine #%d spawned at %s ended without unlock() in %s on line %d

Fatal error: Uncaught Async\DeadlockError: Deadlock detected: all 2 coroutines wait and nothing can wake one in %a
