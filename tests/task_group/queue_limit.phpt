--TEST--
With a full queue spawn() waits for a free place, in the order of the calls (TG-04, D16, P3)
--FILE--
<?php
use Async\{TaskGroup, AsyncCancellation, AsyncException};
use function Async\{await, suspend, spawn};

$group = new TaskGroup(concurrency: 1, queueLimit: 1);
$gate = [];
$task = function (int $i) use (&$gate) {
    for ($n = 0; !isset($gate[$i]) && $n < 300; $n++) suspend();
    return $i;
};
$group->spawn($task, 0);
$group->spawn($task, 1);
echo "full\n";
$callers = [];
foreach ([2, 3, 4, 5] as $i) {
    $callers[$i] = spawn(function () use ($group, $task, $i) {
        try {
            $group->spawn($task, $i);
            echo "added $i\n";
        } catch (AsyncCancellation) {
            echo "gave up $i\n";
            throw new AsyncCancellation();
        }
    });
}
for ($i = 0; $i < 5; $i++) suspend();
echo count($group), "\n";
/* A waiter that is cancelled leaves its place in the queue to the others. */
$callers[3]->cancel();
for ($i = 0; $i < 5; $i++) suspend();
$gate[0] = true;
for ($i = 0; $i < 5; $i++) suspend();
echo count($group), "\n";
/* The place was handed to 4 before its cancellation: it passes on to 5. */
$gate[1] = true;
$watch = spawn(function () use ($group, $callers) {
    for ($n = 0; !$callers[4]->isQueued() && $n < 300; $n++) suspend();
    $callers[4]->cancel();
});
await($watch);
for ($i = 0; $i < 5; $i++) suspend();
echo count($group), "\n";
$gate += array_fill(0, 10, true);
echo json_encode(await($group)), "\n";

/* Closed meanwhile. */
$group = new TaskGroup(null, null, false, 1, 0);
$gate = [];
$group->spawn($task, 0);
$caller = spawn(function () use ($group, $task) {
    try {
        $group->spawn($task, 1);
    } catch (AsyncException $e) {
        echo $e->getMessage(), "\n";
    }
});
suspend();
$group->close();
await($caller);
$gate[0] = true;
echo json_encode(await($group)), "\n";
?>
--EXPECT--
full
2
gave up 3
added 2
3
gave up 4
added 5
4
[0,1,2,5]
Task group is closed
[0]
