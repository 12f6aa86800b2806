--TEST--
Semaphore: a permit that never comes is a deadlock; the report names the class, because permits have no holders (D21)
--FILE--
<?php
use Async\Semaphore;
use function Async\{spawn, suspend};

$semaphore = new Semaphore(1);
$semaphore->acquire();
$waiter = spawn($semaphore->acquire(...));
suspend();
echo json_encode($waiter->getAwaitingInfo()), "\n";
?>
--EXPECTF--
{"type":"lock","class":"Async\\Semaphore"}

Warning: Deadlock: coroutine #2 spawned at %s, suspended at %s, waits for Async\Semaphore made at %s:%d in %s on line %d

Fatal error: Uncaught Async\DeadlockError: Deadlock detected: the only coroutine waits and nothing can wake it in %a
