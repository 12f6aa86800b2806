--TEST--
A select() whose sources can never be ready is a deadlock, and the report says so (D21)
--FILE--
<?php
use Async\Channel;
use function Async\{spawn, suspend, select};

$coroutine = spawn(function () {
    select([new Channel, [new Channel, 1]]);
});
suspend();
var_dump($coroutine->getAwaitingInfo());
?>
--EXPECTF--
array(2) {
  ["type"]=>
  string(8) "select()"
  ["sources"]=>
  int(2)
}

Warning: Deadlock: coroutine #2 spawned at %sdeadlock.php:5, by the main script, suspended at %sdeadlock.php:6, waits for select() over 2 sources: a value from Async\Channel made at %sdeadlock.php:%d, a receiver for Async\Channel made at %sdeadlock.php:%d in %sdeadlock.php on line 6

Fatal error: Uncaught Async\DeadlockError: Deadlock detected: the only coroutine waits and nothing can wake it in %a
