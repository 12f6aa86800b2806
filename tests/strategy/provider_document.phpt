--TEST--
spawnWith(): a scope, a user-defined ScopeProvider; NULL means the current scope (SP-09, ST-01, ST-02, ST-03)
--FILE--
<?php
use Async\{Scope, ScopeProvider};
use function Async\{spawnWith, spawn_with, currentScope, await, spawn};

class CustomTaskGroup implements ScopeProvider
{
    private Scope $scope;

    public function __construct()
    {
        $this->scope = new Scope();
    }

    public function provideScope(): ?Scope
    {
        return $this->scope;
    }
}
class Nowhere implements ScopeProvider { function provideScope(): ?Scope { return null; } }
class Narrow implements ScopeProvider { function provideScope(): Scope { return Scope::global(); } }

$scope = new Scope;
var_dump($scope instanceof ScopeProvider, $scope->provideScope() === $scope);
var_dump(await(spawnWith($scope, fn() => currentScope())) === $scope);
var_dump(await(spawn_with($group = new CustomTaskGroup, fn($a, $b) => [currentScope(), $a, $b], 1, b: 2)) === [$group->provideScope(), 1, 2]);
var_dump(await(spawnWith(new Nowhere, fn() => currentScope())) === Scope::global());
var_dump(await($scope->spawn(fn() => await(spawnWith(new Nowhere, fn() => currentScope())))) === $scope);
var_dump(await($scope->spawn(fn() => await(spawnWith(new Narrow, fn() => currentScope())))) === Scope::global());
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
