--TEST--
At most the limit of tasks run at once; the others wait in order and have not started (TG-04, D16)
--FILE--
<?php
use Async\TaskGroup;
use function Async\{await, suspend};

$group = new TaskGroup(concurrency: 2);
$running = 0;
$tasks = [];
foreach (range(0, 6) as $i) {
    $tasks[] = $group->spawn(function () use ($i, &$running) {
        if (++$running > 2) {
            echo "WRONG: $running at once\n";
        }
        echo $i, ' ';
        for ($turns = 7 - $i; $turns > 0; $turns--) {
            suspend();
        }
        $running--;
        return $i;
    });
}
foreach ($tasks as $i => $task) {
    echo $task->isStarted() ? 'started ' : '', $task->isQueued() ? 'queued ' : 'waits ';
}
echo "\n", count($group), ' ', json_encode($group->isFinished()), "\n";
/* A queued task can be awaited like any other. */
echo ': ', await($tasks[6]), "\n";
echo json_encode(await($group)), ' ', json_encode($group->isFinished()), "\n";

/* A failed task and a cancelled one free their place as well; one cancelled in the queue never starts. */
$group = new TaskGroup(concurrency: 1);
$group->spawn(fn() => throw new Exception('failed'));
$second = $group->spawn(function () { echo "second\n"; Async\delay(100000); });
$third = $group->spawn(function () { echo "WRONG\n"; });
$fourth = $group->spawn(function () use ($second) { echo "fourth\n"; return 4; });
suspend();
suspend();
$third->cancel();
var_dump($third->isCompleted(), $third->isStarted(), count($group));
$second->cancel();
try {
    await($group);
} catch (Exception $e) {
    echo $e->getMessage(), "\n";
}
$group->awaitCompletion();
echo json_encode($group->getResults()), ' ', implode(',', array_map(get_class(...), $group->getErrors())), "\n";
?>
--EXPECT--
queued queued waits waits waits waits waits 
7 false
: 0 1 2 3 4 5 6 6
[0,1,2,3,4,5,6] true
second
bool(true)
bool(false)
int(4)
failed
fourth
{"3":4} Exception,Async\AsyncCancellation,Async\AsyncCancellation
