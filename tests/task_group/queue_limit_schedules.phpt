--TEST--
No place in the queue is lost or given twice when waiters for a place are cancelled (TG-04, P3, P4)
--FILE--
<?php
use Async\{TaskGroup, AsyncCancellation};
use function Async\{await, suspend, spawn};

$group = new TaskGroup(concurrency: 2, queueLimit: 1);
$running = 0;
$added = [];
$callers = [];
for ($i = 0; $i < 8; $i++) {
    $callers[] = spawn(function () use ($group, $i, &$running, &$added) {
        $task = $group->spawn(function () use (&$running) {
            try {
                if (++$running > 2) echo "BROKEN: $running run\n";
                suspend();
            } finally {
                $running--;
            }
        });
        $added[] = $task;
        $open = count(array_filter($added, fn($task) => !$task->isCompleted()));
        if ($open > 3) echo "BROKEN: $open tasks in the group\n";
    });
}
$killer = spawn(function () use ($callers) {
    suspend();
    $callers[3]->cancel();
    suspend();
    $callers[5]->cancel();
});
foreach ([...$callers, $killer] as $coroutine) {
    do {
        try {
            await($coroutine);
        } catch (AsyncCancellation) {
        }
    } while (!$coroutine->isCompleted());
}
do {
    try {
        $group->awaitCompletion();
    } catch (AsyncCancellation) {
    }
} while (!$group->isFinished());
$lost = count(array_filter($callers, fn($caller) => $caller->isCancelled()));
if (count($added) < 8 - $lost || count($group) < count($added)) {
    echo 'BROKEN: ', count($added), ' added, ', count($group), " in the group, $lost callers cancelled\n";
}
/* Three places are free again. */
for ($i = 0; $i < 3; $i++) {
    $group->spawn(fn() => 0);
}
echo "done\n";
$group->getErrors();
// schedules: any
?>
--EXPECT--
done
