--TEST--
A coroutine that is cancelled while spawnWith() waits for a place in a full TaskGroup is refused, and the group ends (TG-03)
--FILE--
<?php
use Async\{Coroutine, Scope, TaskGroup};
use function Async\{spawn, spawnWith, suspend};

/* A strategy that shows the coroutine before the group has taken it. */
class Shown implements Async\SpawnStrategy
{
    public ?Coroutine $coroutine = null;

    public function __construct(private TaskGroup $group)
    {
    }

    public function provideScope(): ?Scope
    {
        return $this->group->provideScope();
    }

    public function beforeCoroutineEnqueue(Coroutine $coroutine, Scope $scope): array
    {
        $this->coroutine = $coroutine;
        return $this->group->beforeCoroutineEnqueue($coroutine, $scope);
    }

    public function afterCoroutineEnqueue(Coroutine $coroutine, Scope $scope): void
    {
        $this->group->afterCoroutineEnqueue($coroutine, $scope);
    }
}

$group = new TaskGroup(concurrency: 1, queueLimit: 1);
$group->spawn(Async\delay(...), 20);
$group->spawn(Async\delay(...), 20);
$strategy = new Shown($group);
$spawner = spawn(function () use ($strategy) {
    try {
        spawnWith($strategy, fn() => print("BROKEN: it runs\n"));
        echo "BROKEN: accepted\n";
    } catch (Async\AsyncException $e) {
        echo $e->getMessage(), "\n";
    }
});
suspend();
$strategy->coroutine->cancel();
Async\await($spawner);
$group->close();
Async\await($group);
var_dump($group->isFinished(), count($group));
?>
--EXPECT--
The coroutine was handed to the scheduler or cancelled while the group had no place for it
bool(true)
int(2)
