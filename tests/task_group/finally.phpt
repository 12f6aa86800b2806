--TEST--
onFinally() and its aliases: called once, when the group is closed and all tasks have ended (TG-36, D13)
--FILE--
<?php
use Async\{TaskGroup, Scope};
use function Async\{await, suspend};

function settle() { for ($i = 0; $i < 8; $i++) suspend(); }

$group = new TaskGroup();
$group->onFinally(function (TaskGroup $g) use ($group) { suspend(); echo 'onFinally ', json_encode($g === $group), ' '; });
$group->onExit(function () { echo 'onExit '; });
$group->finally(function (...$arguments) { echo count($arguments), ' finally '; });
$group->spawn(fn() => 1);
await($group);
settle();
echo "not closed\n";
$group->spawn(function () { suspend(); suspend(); });
$group->close();
echo "not over\n";
await($group);
settle();
echo "\n";
/* Later callbacks run in the next round. */
$group->onFinally(function () { echo "late\n"; });
echo "before ";
settle();

/* The group's handle is dropped before its tasks end: the callbacks still get the group. */
$group = new TaskGroup();
$group->onFinally(function (TaskGroup $group) { echo count($group), ' ', count($group->getErrors()), ' ', json_encode($group->isFinished()), "\n"; });
$group->spawn(function () { try { Async\delay(100000); } finally { suspend(); echo "cleaned up, "; } });
suspend();
unset($group);
echo "gone, ";
settle();
/* Without tasks. */
$group = new TaskGroup();
$group->onFinally(function () { echo "without tasks\n"; });
unset($group);
settle();
/* An exception of a callback goes to the scope. */
$scope = new Scope();
$scope->setExceptionHandler(function ($e) { echo get_class($e), ' ', count($e->getExceptions()), "\n"; });
$group = new TaskGroup($scope);
$group->onFinally(fn() => throw new Exception('a'));
$group->onFinally(fn() => throw new Exception('b'));
$group->cancel();
settle();
?>
--EXPECTF--
not closed
not over
onFinally true onExit 1 finally 
before late

Warning: TaskGroup created at %s:27 was dropped: 1 unfinished task is cancelled.%s in %s on line %d
gone, cleaned up, 1 1 true
without tasks
Async\CompositeException 2
