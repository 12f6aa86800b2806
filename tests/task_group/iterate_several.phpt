--TEST--
Several coroutines iterate over one group at once, each over all tasks; one leaves early, one is cancelled (TG-09, TG-11, P3)
--FILE--
<?php
use Async\{TaskGroup, AsyncCancellation};
use function Async\{await, suspend, spawn};

$group = new TaskGroup(concurrency: 3);
for ($i = 0; $i < 10; $i++) {
    $group->spawn(function () use ($i) {
        suspend();
        if ($i % 4 === 3) throw new Exception("error $i");
        return $i;
    });
}
$seen = fn() => spawn(function () use ($group) {
    $seen = [];
    foreach ($group as $key => [$result, $error]) {
        $seen[] = $error ? $error->getMessage() : "result $result";
        suspend();
    }
    sort($seen);
    return json_encode($seen);
});
$all = [$seen(), $seen()];
$leaves = spawn(function () use ($group) {
    foreach ($group as $key => $outcome) return count($outcome);
});
$cancelled = spawn(function () use (&$left) {
    $empty = new TaskGroup();
    $empty->spawn(function () { Async\delay(100000); });
    try {
        foreach ($empty as $nothing) echo "WRONG\n";
    } finally {
        $left = true;
    }
});
suspend();
$cancelled->cancel();
foreach ($all as $one) echo await($one), "\n";
echo await($leaves), "\n";
try {
    await($cancelled);
} catch (AsyncCancellation) {
    var_dump($left ?? !$cancelled->isStarted());
}
/* With the iterator that getIterator() returns. */
$iterator = $group->getIterator();
var_dump($iterator instanceof Iterator);
$count = 0;
for ($iterator->rewind(); $iterator->valid(); $iterator->next()) {
    $count++;
    if (!is_int($iterator->key()) || count($iterator->current()) !== 2) echo "WRONG\n";
}
echo $count, ' ', iterator_count($group), ' ', count([...(fn() => yield from $group)()]), "\n";
try {
    foreach ($group as &$reference);
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
// schedules: any
?>
--EXPECT--
["error 3","error 7","result 0","result 1","result 2","result 4","result 5","result 6","result 8","result 9"]
["error 3","error 7","result 0","result 1","result 2","result 4","result 5","result 6","result 8","result 9"]
2
bool(true)
bool(true)
10 10 10
An iterator cannot be used with foreach by reference
