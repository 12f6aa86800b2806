--TEST--
The cycle collector does not start in the event loop when a deadline cancels many queued tasks: its destructors may wait
--FILE--
<?php
use Async\{BoundedScope, TaskGroup};
use function Async\{await, delay};

class Cycle
{
    private self $itself;
    public static int $destroyed = 0;

    public function __construct()
    {
        $this->itself = $this;
    }

    public function __destruct()
    {
        delay(1);
        self::$destroyed++;
    }
}

$scope = new BoundedScope();
$scope->boundedBy(50);
$group = new TaskGroup($scope, concurrency: 1);
$tasks = [$group->spawn(fn() => delay(60_000))];
// More than the collector lets pile up: each task that is cancelled becomes a possible part of a cycle.
for ($i = 0; $i < 12_000; $i++) {
    $tasks[] = $group->spawn(fn() => print("a queued task runs\n"));
}
for ($i = 0; $i < 3; $i++) {
    new Cycle();
}
$group->suppressErrors();
try {
    $group->awaitCompletion();
} catch (Async\AsyncCancellation $e) {
    echo get_class($e), "\n";
}
gc_collect_cycles();
var_dump($group->isFinished(), gc_enabled(), Cycle::$destroyed);
?>
--EXPECT--
bool(true)
bool(true)
int(3)
