--TEST--
A strategy passes the coroutine to a group that has no place for it yet: the group starts it, once (ST-05)
--FILE--
<?php
// schedules: none
use Async\{AsyncException, Coroutine, Future, FutureState, Scope, SpawnStrategy, TaskGroup};
use function Async\{await, onSpawn, spawn, spawnWith, suspend, timeout};

class Passes implements SpawnStrategy
{
    function __construct(private ?Scope $scope, private TaskGroup $group)
    {
    }
    function provideScope(): ?Scope
    {
        return $this->scope;
    }
    function beforeCoroutineEnqueue(Coroutine $coroutine, Scope $scope): array
    {
        $this->group->beforeCoroutineEnqueue($coroutine, $scope);
        return [];
    }
    function afterCoroutineEnqueue(Coroutine $coroutine, Scope $scope): void
    {
    }
}

function body(): string
{
    echo "runs\n";
    return 'result';
}

/* A group whose only place is taken until the state completes. */
function full(FutureState $until): TaskGroup
{
    $group = new TaskGroup(1);
    $group->spawn(fn() => await(new Future($until)));
    return $group;
}

foreach ([new Scope, null] as $scope) {
    $group = full($until = new FutureState);
    $coroutine = spawnWith(new Passes($scope, $group), body(...));
    suspend();
    var_dump($coroutine->isStarted());
    $until->complete();
    var_dump(await($coroutine, timeout(2000)));
    $scope?->awaitCompletion(timeout(2000));
    var_dump(await($group, timeout(2000)));
}

echo "-- two groups\n";
$until = new FutureState;
$one = full($until);
$two = full($until);
$queued = $one->spawn(body(...));
try {
    $two->beforeCoroutineEnqueue($queued, new Scope);
} catch (AsyncException $e) {
    echo $e->getMessage(), "\n";
}
$until->complete();
var_dump(count(await($one)), count(await($two)));

echo "-- a callback of onSpawn()\n";
$group = full($until = new FutureState);
$passes = true;
onSpawn(function (Coroutine $coroutine) use ($group, &$passes) {
    if ($passes) {
        $passes = false;
        $group->beforeCoroutineEnqueue($coroutine, new Scope);
    }
});
try {
    spawn(body(...));
} catch (AsyncException $e) {
    echo $e->getMessage(), "\n";
}
$group->suppressErrors();
$until->complete();
var_dump(count(await($group, timeout(2000))));
?>
--EXPECT--
bool(false)
runs
string(6) "result"
array(2) {
  [0]=>
  NULL
  [1]=>
  string(6) "result"
}
bool(false)
runs
string(6) "result"
array(2) {
  [0]=>
  NULL
  [1]=>
  string(6) "result"
}
-- two groups
The coroutine has been handed to the scheduler already: use add()
runs
int(2)
int(1)
-- a callback of onSpawn()
A callback of onSpawn() has cancelled the coroutine, or started it
int(1)
