--TEST--
Example: a task group collects the coroutines spawned with it; its hooks see each before and after it is queued (ST-04, ST-05, ST-06, EXM-10)
--FILE--
<?php
use Async\{Scope, Coroutine, SpawnStrategy, ScopeProvider};
use function Async\{spawnWith, suspend};

class CustomTaskGroup implements SpawnStrategy
{
    private array $coroutines = [];
    private Scope $scope;

    public function __construct() { $this->scope = new Scope; }

    public function provideScope(): ?Scope { return $this->scope; }

    public function beforeCoroutineEnqueue(Coroutine $coroutine, Scope $scope): array
    {
        echo 'before: ', json_encode([$coroutine->isQueued(), $coroutine->isStarted(), $scope === $this->scope]), "\n";
        return ['unknown option' => 1, 'another'];
    }

    public function afterCoroutineEnqueue(Coroutine $coroutine, Scope $scope): void
    {
        $this->coroutines[] = $coroutine;
        echo 'after: ', json_encode([$coroutine->isQueued(), $coroutine->isStarted(), $scope === $this->scope]), "\n";
        echo "Coroutine added to the group as ", basename($coroutine->getSpawnLocation()), "\n";
    }

    public function all(): array { return $this->coroutines; }
}

$customTaskGroup = new CustomTaskGroup();
var_dump($customTaskGroup instanceof ScopeProvider);

$coroutine = spawnWith($customTaskGroup, function (...$args) {
    echo 'runs with ', json_encode($args), "\n";
}, 1, two: 2);
echo "spawned\n";
var_dump($customTaskGroup->all() === [$coroutine]);
suspend();
?>
--EXPECT--
bool(true)
before: [false,false,true]
after: [true,false,true]
Coroutine added to the group as strategy_document.php:33
spawned
bool(true)
runs with {"0":1,"two":2}
