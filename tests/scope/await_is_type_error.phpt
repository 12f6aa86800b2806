--TEST--
await($scope) throws a TypeError that names awaitCompletion() (SW-01, D6)
--FILE--
<?php
use Async\{Scope, BoundedScope};
use function Async\{await, spawn, all, suspend};

foreach ([
    fn() => await(new Scope),
    fn() => await(new BoundedScope),
    fn() => await(Scope::global()),
    fn() => await(spawn(fn() => suspend()), new Scope),
    fn() => (new Scope)->awaitCompletion(new Scope),
] as $f) {
    try { $f(); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
}
var_dump(new Scope instanceof Async\Awaitable, new Scope instanceof Async\ScopeProvider);
?>
--EXPECT--
Async\await(): Argument #1 ($awaitable) must be of type Async\Awaitable, Async\Scope given: a scope is waited for with its awaitCompletion() method
Async\await(): Argument #1 ($awaitable) must be of type Async\Awaitable, Async\BoundedScope given: a scope is waited for with its awaitCompletion() method
Async\await(): Argument #1 ($awaitable) must be of type Async\Awaitable, Async\Scope given: a scope is waited for with its awaitCompletion() method
Async\await(): Argument #2 ($cancellation) must be of type ?Async\Awaitable, Async\Scope given
Async\Scope::awaitCompletion(): Argument #1 ($cancellation) must be of type ?Async\Awaitable, Async\Scope given
bool(false)
bool(true)
