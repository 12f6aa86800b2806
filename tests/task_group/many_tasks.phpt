--TEST--
100,000 tasks through a small window: each runs once, in little memory (TG-04, TG-38, TG-09)
--FILE--
<?php
use Async\TaskGroup;
use function Async\{await, suspend, spawn};

$group = new TaskGroup(concurrency: 100);
$task = static fn(int $i) => $i;
$before = memory_get_usage();
for ($i = 0; $i < 100_000; $i++) {
    $group->spawn($task, $i);
}
$each = (memory_get_usage() - $before) / 100_000;
echo $each < 800 ? "small\n" : "WRONG: $each bytes each\n";
echo Async\stats()['contexts'] <= 101 ? "without stacks\n" : "WRONG\n";
var_dump(await($group) === range(0, 99_999));
$sum = 0;
foreach ($group as $key => [$result]) $sum += $result - $key;
echo $sum, "\n";
/* Cancelled in the queue. */
$group->disposeResults();
for ($i = 0; $i < 100_000; $i++) {
    $group->spawn(function () { Async\delay(100000); });
}
suspend();
$group->cancel();
$group->awaitCompletion();
echo count($group->getErrors()), "\n";
unset($group);
/* Not captured: nothing is kept. */
$group = new TaskGroup(captureResults: false, concurrency: 10, queueLimit: 10);
$before = memory_get_usage();
for ($i = 0; $i < 100_000; $i++) {
    $group->spawn($task, $i);
}
await($group);
echo count($group), ' ', memory_get_usage() - $before < 200_000 ? "flat\n" : "WRONG\n";
// schedules: none (too long)
?>
--EXPECT--
small
without stacks
bool(true)
0
100000
100000 flat
