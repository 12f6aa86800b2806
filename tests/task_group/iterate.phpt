--TEST--
Iteration gives key => [result, error] as tasks end, also of added ones, and ends when none is left (TG-09, TG-10, TG-11, D16)
--FILE--
<?php
use Async\TaskGroup;
use function Async\{await, suspend, spawn};

$turns = fn(int $n, $value) => function () use ($n, $value) {
    while ($n-- > 0) suspend();
    return $value instanceof Throwable ? throw $value : $value;
};
$group = new TaskGroup();
$group->spawnWithKey('user', $turns(6, 'Ann'));
$group->spawnWithKey('orders', $turns(2, new Exception('no orders')));
$group->spawn($turns(4, 42));
$meanwhile = spawn(function () { for ($i = 0; $i < 3; $i++) { echo "meanwhile\n"; suspend(); } });
foreach ($group as $key => [$result, $error]) {
    if ($error) {
        echo "Task $key failed: {$error->getMessage()}\n";
    } else {
        echo "Task $key: $result\n";
        if ($result === 42) $group->spawn($turns(10, 'added'));
    }
}
var_dump($group->isClosed(), $group->isFinished());
/* Again from the start; no task is pending: it does not wait. The error was seen. */
foreach ($group as $key => $outcome) {
    echo $key, ' ', json_encode([$outcome[0], $outcome[1]?->getMessage()]), "\n";
}
echo json_encode(await($group)), "\n";
foreach (new TaskGroup() as $nothing) {
    echo "WRONG\n";
}
/* Only the loop holds the group. */
$make = function () {
    $group = new TaskGroup(2);
    foreach ([1, 2, 3, 4] as $i) $group->spawn(function () use ($i) { suspend(); return $i; });
    return $group;
};
foreach ($make() as [$result]) echo $result, ' ';
echo "\n";
?>
--EXPECT--
meanwhile
meanwhile
meanwhile
Task orders failed: no orders
Task 0: 42
Task user: Ann
Task 1: added
bool(false)
bool(true)
orders [null,"no orders"]
0 [42,null]
user ["Ann",null]
1 ["added",null]
{"user":"Ann","0":42,"1":"added"}
1 2 3 4 
