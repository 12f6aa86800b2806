--TEST--
cancel(): all tasks get one reason, queued ones never start, the group is closed; the document's example (TG-22, TG-23)
--FILE--
<?php
use Async\{TaskGroup, AsyncCancellation, AsyncException};
use function Async\{await, suspend, spawn, spawnWith};

$taskGroup = new Async\TaskGroup(captureResults: false);
spawnWith($taskGroup, function () {
    try {
        suspend();
    } catch (Throwable $throwable) {
        echo "Task was cancelled: ", $throwable->getMessage(), "\n";
    }
});
// pass control to the task
suspend();
$taskGroup->cancel(new \Async\CancellationException('Custom cancellation message'));
$taskGroup->awaitCompletion();
var_dump(await($taskGroup));

$group = new TaskGroup(concurrency: 2);
$callbacks = 0;
for ($i = 0; $i < 5; $i++) {
    $tasks[] = $task = $group->spawn(function () { Async\delay(100000); });
    $task->onFinally(function () use (&$callbacks) { $callbacks++; });
}
$last = $group->spawn(fn() => 'WRONG');
suspend();
$group->cancel($reason = new AsyncCancellation('enough'));
var_dump($last->isCancelled(), $last->isStarted(), $last->getException() === $reason, $group->isClosed(), $group->isFinished());
$group->cancel(new AsyncCancellation('again'));
$group->awaitCompletion();
foreach ($tasks as $task) if ($task->getException() !== $reason) echo "WRONG\n";
foreach ([
    fn() => $group->spawn(fn() => 0),
    fn() => $group->spawnWithKey('k', fn() => 0),
    fn() => $group->add(spawn(fn() => 0)),
    fn() => spawnWith($group, fn() => 0),
] as $late) {
    try {
        $late();
        echo "WRONG\n";
    } catch (AsyncException $e) {
        echo $e->getMessage(), "\n";
    }
}
for ($i = 0; $i < 4; $i++) suspend();
echo count($group), " tasks, $callbacks callbacks, reason of all: ", count(array_unique($group->getErrors(), SORT_REGULAR)), "\n";

/* Without a reason the cancellation names its place. */
$group = new TaskGroup();
$task = $group->spawn(fn() => 0);
$group->cancel();
try {
    await($task);
} catch (AsyncCancellation $e) {
    echo preg_replace('~/.*/~', '', $e->getMessage()), "\n";
}
/* A task that cancels its own group. */
$group = new TaskGroup();
$task = $group->spawn(function () use ($group) {
    $group->cancel();
    echo "to its next wait\n";
    suspend();
    echo "WRONG\n";
});
$group->awaitCompletion();
var_dump($task->isCancelled());
?>
--EXPECT--
Task was cancelled: Custom cancellation message
NULL
bool(true)
bool(false)
bool(true)
bool(true)
bool(false)
Task group is closed
Task group is closed
Task group is closed
Coroutine scope is closed
6 tasks, 5 callbacks, reason of all: 1
cancelled at cancel.php:51
to its next wait
bool(true)
