--TEST--
all() gives the results of the present tasks, by key and in the order of the tasks (TG-01, TG-05, TG-08, D16)
--FILE--
<?php
use Async\TaskGroup;
use function Async\{await, suspend, spawn};

$group = new TaskGroup();
$group->spawn(function () { suspend(); suspend(); return 'slow'; });
$group->spawnWithKey('name', fn() => 'named');
$group->spawn(fn($a, $b) => $a . $b, 'with ', b: 'arguments');
$all = $group->all();
$turn = spawn(fn() => 0);
$group->spawn(function () use ($turn, &$gate) { await($gate); return 'later'; });
$gate = spawn(function () use ($all) { await($all); });
echo json_encode(await($all)), "\n";
/* Again, for several awaiters, and after the later task has ended: the same. */
$waiters = [spawn(fn() => json_encode(await($all))), spawn(fn() => json_encode(await($all)))];
echo json_encode(await($group->all())), "\n";
foreach ($waiters as $waiter) {
    echo await($waiter), "\n";
}
echo json_encode(await((new TaskGroup())->all())), "\n";
// schedules: any
?>
--EXPECT--
{"0":"slow","name":"named","1":"with arguments"}
{"0":"slow","name":"named","1":"with arguments","2":"later"}
{"0":"slow","name":"named","1":"with arguments"}
{"0":"slow","name":"named","1":"with arguments"}
[]
