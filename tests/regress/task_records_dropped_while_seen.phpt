--TEST--
A destructor that drops the records of a TaskGroup does not run in the middle of a look at its errors (TG-05)
--FILE--
<?php
use Async\TaskGroup;
use function Async\{await, delay, suspend};

/* The value of a weak map, whose key is the coroutine of a task. */
class DropsRecords
{
    public function __construct(private TaskGroup $group)
    {
    }

    public function __destruct()
    {
        echo "records dropped\n";
        $this->group->disposeResults();
    }
}

$values = new WeakMap();
$make = function () use ($values) {
    $group = new TaskGroup();
    foreach (['a', 'b', 'c'] as $name) {
        $task = $group->spawnWithKey($name, fn() => throw new Exception($name));
        $values[$task] = new DropsRecords($group);
        unset($task);
    }
    return $group;
};

$group = $make();
try {
    await($group->all());
} catch (Async\CompositeException $e) {
    echo "all: ", count($e->getExceptions()), "\n";
}
delay(1);
echo count($group), " left\n";

$group = $make();
suspend();
echo "errors: ", implode(' ', array_keys($group->getErrors())), "\n";
delay(1);

$group = $make();
$group->suppressErrors();
try {
    $group->joinNext();
} catch (Exception $e) {
    echo "joined: ", $e->getMessage(), "\n";
}
delay(1);
echo count($group), " left\n";
?>
--EXPECT--
all: 3
records dropped
records dropped
records dropped
0 left
errors: a b c
records dropped
records dropped
records dropped
joined: a
records dropped
records dropped
records dropped
0 left
