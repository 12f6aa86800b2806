--TEST--
A group without results drops a coroutine that was cancelled while it stood in the run queue, or is in two groups (TG-13)
--FILE--
<?php
use Async\TaskGroup;
use function Async\{spawn, suspend};

/* Cancelled before its start: it stays in the run queue until its turn. */
$group = new TaskGroup(captureResults: false);
$first = spawn(fn() => print("BROKEN\n"));
$second = spawn(fn() => print("the next in the run queue\n"));
$group->add($first);
$first->cancel();
unset($first);
suspend();
suspend();
var_dump($second->isCompleted());

/* The only references are those of the groups. */
$one = new TaskGroup(captureResults: false);
$two = new TaskGroup(captureResults: false);
$coroutine = spawn(fn() => new ArrayObject);
$one->add($coroutine);
$two->add($coroutine);
unset($coroutine);
suspend();
suspend();
var_dump($one->isFinished(), $two->isFinished());

/* Cancelled in the group's own queue. */
$group = new TaskGroup(concurrency: 1, captureResults: false);
$group->spawn(fn() => suspend());
$group->spawn(fn() => print("BROKEN\n"))->cancel();
$group->spawn(fn() => print("the next in the queue of the group\n"));
for ($turn = 0; $turn < 6; $turn++) suspend();
var_dump($group->isFinished());
?>
--EXPECT--
the next in the run queue
bool(true)
bool(true)
bool(true)
the next in the queue of the group
bool(true)
