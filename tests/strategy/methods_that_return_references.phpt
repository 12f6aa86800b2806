--TEST--
Methods of providers and strategies may return by reference (ST)
--FILE--
<?php
use Async\{Coroutine, Scope, ScopeProvider, SpawnStrategy};
use function Async\{await, currentScope, spawn, spawnWith, suspend};

class Provider implements ScopeProvider
{
    public function __construct(private ?Scope $scope)
    {
    }

    public function &provideScope(): ?Scope
    {
        return $this->scope;
    }
}

class Strategy extends Provider implements SpawnStrategy
{
    private array $options = ['hiPriority' => true];

    public function &beforeCoroutineEnqueue(Coroutine $coroutine, Scope $scope): array
    {
        return $this->options;
    }

    public function afterCoroutineEnqueue(Coroutine $coroutine, Scope $scope): void
    {
    }
}

$scope = new Scope;
await(spawnWith(new Provider($scope), function () use ($scope) {
    var_dump(currentScope() === $scope);
}));
await(spawnWith(new Provider(null), function () {
    var_dump(currentScope() === Async\globalScope());
}));

spawn(fn() => print "second\n");
spawnWith(new Strategy($scope), function () use ($scope) {
    echo "first\n";
    var_dump(currentScope() === $scope);
});
suspend();
?>
--EXPECT--
bool(true)
bool(true)
first
bool(true)
second
