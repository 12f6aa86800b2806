--TEST--
isFinished(), isClosed(), count() and close() through the life of a group (TG-35)
--FILE--
<?php
use Async\TaskGroup;
use function Async\{await, suspend};

$group = new TaskGroup(concurrency: 1);
$show = function () use ($group) {
    echo count($group), $group->isFinished() ? ' finished' : ' pending', $group->isClosed() ? ' closed' : ' open', "\n";
};
$show();
$group->spawn(fn() => 1);
$group->spawn(fn() => throw new Exception());
$show();
$group->close();
$group->close();
$show();
/* Present tasks go on, also the queued one. */
$group->awaitCompletion();
$show();
echo count($group->getErrors()), ' ', json_encode(await($group)), "\n";
try {
    $group->spawn(fn() => 0);
} catch (Async\AsyncException $e) {
    echo $e->getMessage(), "\n";
}
$group->disposeResults();
$show();
$group->cancel();
$show();
// schedules: any
?>
--EXPECT--
0 finished open
2 pending open
2 pending closed
2 finished closed
1 [1]
Task group is closed
0 finished closed
0 finished closed
