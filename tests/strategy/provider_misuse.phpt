--TEST--
spawnWith(): wrong arguments, providers that throw or name a closed scope (SP-09, ST-01)
--FILE--
<?php
use Async\{Scope, ScopeProvider};
use function Async\spawnWith;

class Throwing implements ScopeProvider { function provideScope(): ?Scope { throw new Exception('no scope today'); } }
class Wrong implements ScopeProvider { function provideScope(): ?Scope { return new stdClass; } }
class Closed implements ScopeProvider { function provideScope(): ?Scope { $s = new Scope; $s->cancel(); return $s; } }
class Temporary implements ScopeProvider { function provideScope(): ?Scope { return (new Scope)->asNotSafely(); } }
class Suspending implements ScopeProvider { function provideScope(): ?Scope { Async\suspend(); return null; } }

foreach ([
    fn() => spawnWith(new stdClass, fn() => 1),
    fn() => spawnWith(new Scope),
    fn() => spawnWith(new Scope, 'no_such'),
    fn() => spawnWith(new Throwing, fn() => 1),
    fn() => spawnWith(new Wrong, fn() => 1),
    fn() => spawnWith(new Closed, fn() => 1),
    fn() => spawnWith(new Temporary, fn() => print("there is no other holder of the scope, so it is disposed at once\n")),
    fn() => spawnWith(new Closed, [new class { function __call($n, $a) {} }, 'magic']),
    fn() => spawnWith(new Throwing, [new class { function __call($n, $a) {} }, 'magic']),
] as $f) {
    try { $f(); echo "no exception\n"; } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
}
echo Async\await(spawnWith(new Suspending, fn() => "may suspend\n"));
?>
--EXPECTF--
TypeError: Async\spawnWith(): Argument #1 ($provider) must be of type Async\ScopeProvider, stdClass given
ArgumentCountError: Async\spawnWith() expects at least 2 arguments, 1 given
TypeError: Async\spawnWith(): Argument #2 ($task) must be a valid callback, function "no_such" not found or invalid function name
Exception: no scope today
TypeError: Wrong::provideScope(): Return value must be of type ?Async\Scope, stdClass returned
Async\AsyncException: Coroutine scope is closed
Async\AsyncException: Coroutine scope is closed
Async\AsyncException: Coroutine scope is closed
Exception: no scope today
may suspend
