--TEST--
The deadlock report says that an awaited task is still in the queue of its group (D26)
--FILE--
<?php
use Async\TaskGroup;

$group = new TaskGroup(concurrency: 1);
$group->spawn(function () use (&$second) {
    return Async\await($second);
});
$second = $group->spawn(fn() => 'never started');
Async\await($group->all());
?>
--EXPECTF--
Warning: Deadlock: coroutine #2 spawned at %s:5, by the main script, suspended at %s:6, waits for coroutine #3 (spawned at %s:8), which is still queued and has not started in %s on line 6

Warning: Deadlock: the main script (#1), suspended at %s:9, waits for all() of a TaskGroup made at %s:4, held by coroutine #2 in %s on line 9

Fatal error: Uncaught Async\DeadlockError: Deadlock detected: all 2 coroutines wait and nothing can wake one in %s:9
Stack trace:
#0 {main}
  thrown in %s on line 9
