--TEST--
A deadlock report names the awaited coroutines behind triggers and task groups, also nested ones, and finds cycles (D21, P14)
--FILE--
<?php
use Async\{Channel, TaskGroup};
use function Async\{all, any, await, spawn};

set_error_handler(function ($_, $text) {
    echo preg_replace('~ spawned at .*suspended at \S+:(\d+)~', ' at line $1', $text), "\n";
});
$channel = new Channel(0);
$c = null;
$a = spawn(function () use (&$c) {
    await(any([$c, all([$c])]));
});
$group = new TaskGroup;
$group->spawn(function () use ($channel) {
    $channel->recv();
});
$group->spawn(function () use ($a) {
    await($a);
});
$c = spawn(function () use ($group) {
    await($group->all());
});
spawn(function () use ($group) {
    $group->close();
    await($group);
});
?>
--EXPECTF--
Deadlock: coroutine #3 at line 15, waits for a value from Async\Channel made at %s:8
Deadlock: coroutine #4 at line 18, waits for coroutine #2 (spawned at %s:10); cycle: #4 -> #2 -> #5 -> #4
Deadlock: coroutine #2 at line 11, waits for any() of 2 awaitables, held by coroutine #5; cycle: #2 -> #5 -> #4 -> #2
Deadlock: coroutine #5 at line 21, waits for all() of a TaskGroup made at %s:%d, held by coroutine #3, #4; cycle: #5 -> #4 -> #2 -> #5
Deadlock: coroutine #6 at line 25, waits for Async\TaskGroup made at %s:%d, held by coroutine #3, #4

Fatal error: Uncaught Async\DeadlockError: Deadlock detected: all 5 coroutines wait and nothing can wake one in %s:%d
Stack trace:
#0 {main}
  thrown in %s on line %d
