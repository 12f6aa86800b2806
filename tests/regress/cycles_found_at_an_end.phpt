--TEST--
The cycle collector does not start in the last steps of a coroutine, where its destructors could not wait
--FILE--
<?php
use Async\{Scope, TaskGroup};
use function Async\{await, delay, spawn, suspend};

class Cycle
{
    private self $itself;
    public static int $waits = 0;

    public function __construct()
    {
        $this->itself = $this;
    }

    public function __destruct()
    {
        if (self::$waits > 0) {
            self::$waits--;
            suspend();
        }
    }
}

/* Leave room for so many possible roots until the collector starts. */
function fill(int $left): void
{
    static $roots = [];
    $roots = [];
    gc_collect_cycles();
    for ($i = 0; $i < 3; $i++) {
        new Cycle();
    }
    for ($i = 0; $i < 10_000 - 3 - $left; $i++) {
        $roots[] = $root = new stdClass();
        $copy = $root;
        unset($copy);
    }
    Cycle::$waits = 3;
}

$ends = [
    'with a handle' => function () {
        $coroutine = spawn(fn() => 1);
        suspend();
        await($coroutine);
    },
    'cancelled' => function () {
        $coroutine = spawn(fn() => delay(60_000));
        suspend();
        $coroutine->cancel();
        suspend();
    },
    'with a result that others hold' => function () {
        $result = [new stdClass()];
        spawn(fn() => $result);
        suspend();
    },
    'in a group' => function () {
        $group = new TaskGroup(concurrency: 2);
        for ($i = 0; $i < 4; $i++) {
            $group->spawn(fn() => [new stdClass()]);
        }
        await($group);
    },
    'with a failure' => function () {
        $scope = new Scope();
        $scope->setExceptionHandler(fn() => null);
        $scope->spawn(fn() => throw new Exception());
        suspend();
        suspend();
    },
];
foreach ($ends as $name => $end) {
    for ($left = 0; $left < 30; $left++) {
        fill($left);
        $end();
    }
    echo "$name\n";
}
?>
--EXPECT--
with a handle
cancelled
with a result that others hold
in a group
with a failure
