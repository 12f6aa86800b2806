--TEST--
A group as the provider of spawnWith(): scope, task, limits (TG-34, ST-05)
--FILE--
<?php
use Async\{TaskGroup, Scope, SpawnStrategy, Coroutine, AsyncException};
use function Async\{await, suspend, spawn, spawnWith, currentScope};

$scope = new Scope();
$group = new TaskGroup($scope, concurrency: 2, queueLimit: 1);
$tasks = [];
$running = 0;
$body = function (int $i) use ($scope, &$running) {
    if (++$running > 2 || currentScope() !== $scope) echo "WRONG\n";
    for ($n = 0; $n < 3; $n++) suspend();
    $running--;
    return $i;
};
$adder = spawn(function () use ($group, $body, &$tasks) {
    for ($i = 0; $i < 6; $i++) {
        $tasks[] = spawnWith($group, $body, $i);
        echo $i, ' ';
    }
});
suspend();
echo "| ";
await($adder);
echo "\n", json_encode(await($group)), ' ', await($tasks[5]), "\n";

/* Cancelled in the queue, awaited by its spawner. */
$group = new TaskGroup(1);
spawnWith($group, $wait = function () { Async\delay(100000); });
$coroutine = spawn(function () use ($group) {
    $queued = spawnWith($group, fn() => 'WRONG');
    $queued->cancel();
    Async\awaitSpawned();
    return $queued->isStarted();
});
var_dump(await($coroutine));
$group->cancel();

/* A user-defined strategy that passes its coroutines on. */
class Counting implements SpawnStrategy {
    public $log = [];
    public function __construct(private TaskGroup $group) {}
    public function provideScope(): ?Scope { return $this->group->provideScope(); }
    public function beforeCoroutineEnqueue(Coroutine $coroutine, Scope $scope): array {
        $options = $this->group->beforeCoroutineEnqueue($coroutine, $scope);
        $this->log[] = json_encode($options);
        return $options;
    }
    public function afterCoroutineEnqueue(Coroutine $coroutine, Scope $scope): void {
        $this->group->afterCoroutineEnqueue($coroutine, $scope);
        $this->log[] = $coroutine->isQueued() ? 'queued' : 'waits';
    }
}
$group = new TaskGroup(1);
$counting = new Counting($group);
spawnWith($counting, fn() => 'a');
spawnWith($counting, fn() => 'b');
echo implode(' ', $counting->log), ' ', json_encode(await($group)), "\n";

/* Misuse of the hooks. */
try {
    $group->beforeCoroutineEnqueue(Async\currentCoroutine(), $group->provideScope());
} catch (AsyncException $e) {
    echo $e->getMessage(), "\n";
}
/* A hook closes the scope: an awaiter of the coroutine does not wait for ever. */
class Closing extends stdClass implements SpawnStrategy {
    public function __construct(private TaskGroup $group) {}
    public function provideScope(): ?Scope { return $this->group->provideScope(); }
    public function beforeCoroutineEnqueue(Coroutine $coroutine, Scope $scope): array {
        $this->group->add($coroutine);
        $scope->cancel();
        return [];
    }
    public function afterCoroutineEnqueue(Coroutine $coroutine, Scope $scope): void {}
}
$group = new TaskGroup($scope = new Scope());
try {
    spawnWith(new Closing($group), fn() => 'WRONG');
} catch (AsyncException $e) {
    echo $e->getMessage(), "\n";
}
$group->awaitCompletion();
echo count($group), ' ', count($group->getErrors()), "\n";
/* The traces have made cycles. */
unset($e, $group, $scope, $counting, $tasks);
gc_collect_cycles();
?>
--EXPECT--
0 1 2 | 3 4 5 
[0,1,2,3,4,5] 5
bool(false)
[] queued {"later":true} waits ["a","b"]
The coroutine has been handed to the scheduler already: use add()
Coroutine scope is closed
1 1
