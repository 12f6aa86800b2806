--TEST--
A strategy passes the coroutine to a group and then throws: the coroutine ends, and the group does not wait for it (ST-05)
--FILE--
<?php
// schedules: none
use Async\{AsyncCancellation, Coroutine, Future, FutureState, Scope, SpawnStrategy, TaskGroup};
use function Async\{await, onSpawn, spawn, spawnWith, timeout};

class Gives implements SpawnStrategy
{
    public ?Coroutine $given = null;

    function __construct(private TaskGroup $group)
    {
    }
    function provideScope(): ?Scope
    {
        return null;
    }
    function beforeCoroutineEnqueue(Coroutine $coroutine, Scope $scope): array
    {
        $this->given = $coroutine;
        $this->group->beforeCoroutineEnqueue($coroutine, $scope);
        throw new Exception('thrown by the strategy');
    }
    function afterCoroutineEnqueue(Coroutine $coroutine, Scope $scope): void
    {
        echo "never called\n";
    }
}

function body(): void
{
    echo "never runs\n";
}

function show(TaskGroup $group): void
{
    try {
        var_dump(Async\await($group, timeout(2000)));
    } catch (Throwable $e) {
        echo get_class($e), "\n";
    }
    var_dump(count($group), $group->isFinished());
}

echo "-- a free place\n";
$group = new TaskGroup(1);
$strategy = new Gives($group);
try {
    spawnWith($strategy, body(...));
} catch (Exception $e) {
    echo $e->getMessage(), "\n";
}
var_dump($strategy->given->isCancelled());
show($group);

echo "-- no free place\n";
$group = new TaskGroup(1);
$until = new FutureState;
$group->spawn(fn() => Async\await(new Future($until)));
$strategy = new Gives($group);
try {
    spawnWith($strategy, body(...));
} catch (Exception $e) {
    echo $e->getMessage(), "\n";
}
$until->complete();
show($group);
show($group);

echo "-- another coroutine awaits it\n";
$strategy = new Gives(new TaskGroup);
$awaits = spawn(function () use ($strategy) {
    try {
        Async\await($strategy->given, timeout(2000));
    } catch (Throwable $e) {
        echo get_class($e), "\n";
    }
});
try {
    spawnWith($strategy, body(...));
} catch (Exception $e) {
    echo $e->getMessage(), "\n";
}
await($awaits);
?>
--EXPECT--
-- a free place
thrown by the strategy
bool(true)
Async\AsyncCancellation
int(1)
bool(true)
-- no free place
thrown by the strategy
Async\AsyncCancellation
int(2)
bool(false)
array(1) {
  [0]=>
  NULL
}
int(2)
bool(true)
-- another coroutine awaits it
thrown by the strategy
Async\AsyncCancellation
