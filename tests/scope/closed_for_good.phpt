--TEST--
A scope closed in any way accepts no coroutine and no child scope, and never opens again (SC-25, DI-12, DI-13, SH-11, D8)
--FILE--
<?php
use Async\{Scope, BoundedScope};
use function Async\{spawn, spawnWith, suspend};

function attempt(callable $f): string
{
    try { $f(); return 'worked'; } catch (Async\AsyncException $e) { return $e->getMessage(); }
}
foreach (['cancel', 'dispose', 'disposeSafely', 'disposeAfterTimeout'] as $method) {
    $scope = new BoundedScope;
    $scope->spawn(function () { suspend(); });
    suspend();
    @$scope->$method(...($method === 'disposeAfterTimeout' ? [1000] : []));
    echo "$method:\n";
    foreach ([
        'spawn' => fn() => $scope->spawn(fn() => print("ran\n")),
        'spawnWith' => fn() => spawnWith($scope, fn() => print("ran\n")),
        'hiPriority' => fn() => spawnWith(Async\hiPriority($scope), fn() => print("ran\n")),
        'spawnAndBound' => fn() => $scope->spawnAndBound(fn() => print("ran\n")),
        'inherit' => fn() => Scope::inherit($scope),
    ] as $name => $what) {
        echo "  $name: ", attempt($what), "\n";
    }
    $scope->awaitAfterCancellation();
    echo "  drained: ", attempt(fn() => $scope->spawn(fn() => 1)), "\n";
}

// From inside, while its coroutines are still at work.
$scope = new Scope;
$scope->spawn(function () use ($scope) {
    @$scope->disposeSafely();
    echo attempt(fn() => spawn(fn() => 1)), ', ', attempt(fn() => Scope::inherit()), "\n";
});
suspend();
?>
--EXPECT--
cancel:
  spawn: Coroutine scope is closed
  spawnWith: Coroutine scope is closed
  hiPriority: Coroutine scope is closed
  spawnAndBound: Coroutine scope is closed
  inherit: Coroutine scope is closed
  drained: Coroutine scope is closed
dispose:
  spawn: Coroutine scope is closed
  spawnWith: Coroutine scope is closed
  hiPriority: Coroutine scope is closed
  spawnAndBound: Coroutine scope is closed
  inherit: Coroutine scope is closed
  drained: Coroutine scope is closed
disposeSafely:
  spawn: Coroutine scope is closed
  spawnWith: Coroutine scope is closed
  hiPriority: Coroutine scope is closed
  spawnAndBound: Coroutine scope is closed
  inherit: Coroutine scope is closed
  drained: Coroutine scope is closed
disposeAfterTimeout:
  spawn: Coroutine scope is closed
  spawnWith: Coroutine scope is closed
  hiPriority: Coroutine scope is closed
  spawnAndBound: Coroutine scope is closed
  inherit: Coroutine scope is closed
  drained: Coroutine scope is closed
Coroutine scope is closed, Coroutine scope is closed
