--TEST--
race() gives the tasks as they end, errors included, one for each await (TG-06, D16, D23)
--FILE--
<?php
use Async\{TaskGroup, AsyncException};
use function Async\{await, suspend, spawn};

$group = new TaskGroup();
$turns = fn(int $n, $value) => function () use ($n, $value) {
    while ($n-- > 0) suspend();
    return $value instanceof Throwable ? throw $value : $value;
};
$group->spawn($turns(9, 'slow'));
$group->spawn($turns(1, 'quick'));
$group->spawn($turns(4, new Exception('failed')));
$race = $group->race();
for ($i = 0; $i < 4; $i++) {
    try {
        echo await($race), "\n";
    } catch (Exception $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
/* Each race() begins at the first task; two waiters of one trigger get two tasks. */
echo await($group->race()), ' ', await($group->race()), "\n";
$race = $group->race();
try {
    await($race);
    await($race);
} catch (Exception) {
}
await($race);
$waiters = [spawn(fn() => await($race)), spawn(fn() => await($race))];
$group->spawn($turns(1, 'fourth'));
$group->spawn($turns(3, 'fifth'));
echo await($waiters[0]), ' ', await($waiters[1]), "\n";
/* The errors were thrown: nothing is left for await(). */
echo json_encode(await($group)), "\n";
try {
    await((new TaskGroup())->race());
} catch (AsyncException $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECT--
quick
Exception: failed
slow
Async\AsyncException: No task of the group is left that could complete
quick quick
fourth fifth
{"0":"slow","1":"quick","3":"fourth","4":"fifth"}
No task of the group is left that could complete
