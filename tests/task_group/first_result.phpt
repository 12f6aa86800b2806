--TEST--
firstResult() stays the same until disposeResults(), also when it is an error (TG-33)
--FILE--
<?php
use Async\{TaskGroup, AsyncException};
use function Async\{await, suspend, spawn};

$turns = fn(int $n, $value) => function () use ($n, $value) {
    while ($n-- > 0) suspend();
    return $value instanceof Throwable ? throw $value : $value;
};
$group = new TaskGroup();
$first = $group->firstResult();
$success = $group->firstResult(ignoreErrors: true);
try {
    await($first);
} catch (AsyncException $e) {
    echo $e->getMessage(), "\n";
}
$group->spawn($turns(1, new Exception('failed')));
$group->spawn($turns(3, 'second'));
$group->spawn($turns(5, 'third'));
for ($i = 0; $i < 2; $i++) {
    try {
        await($first);
    } catch (Exception $e) {
        echo $e->getMessage(), "\n";
    }
}
echo await($success), ' ', await($success), ' ', await($group->firstResult(true)), "\n";
await($group);
echo await($success), "\n";
$group->disposeResults();
$group->spawn($turns(1, 'new'));
$group->spawn($turns(0, 'newer'));
echo await($first), ' ', await($success), "\n";
await($group);
echo await($first), ' ', await($success), "\n";
$group->disposeResults();
$group->spawn($turns(0, new Exception('all failed')));
$success = $group->firstResult(true);
try {
    await($success);
} catch (AsyncException $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECT--
No task of the group is left that could complete
failed
failed
second second second
second
newer newer
newer newer
No task of the group is left that could succeed
