--TEST--
The global scope cannot be awaited, from any place (DE-06, D7)
--FILE--
<?php
use Async\Scope;
use function Async\{await, spawn, globalScope};

$attempt = function () {
    foreach (['awaitCompletion', 'awaitDirectChildren', 'awaitAfterCancellation'] as $method) {
        try { globalScope()->$method(); echo "no exception\n"; } catch (Async\AsyncException $e) { echo $e->getMessage(), "\n"; }
    }
};
$attempt();
await(spawn($attempt));
$scope = new Scope;
await($scope->spawn($attempt));
?>
--EXPECT--
Awaiting a scope from within itself or its child scope would cause a deadlock. Everything is within the global scope
Awaiting a scope from within itself or its child scope would cause a deadlock. Everything is within the global scope
Awaiting a scope from within itself or its child scope would cause a deadlock. Everything is within the global scope
Awaiting a scope from within itself or its child scope would cause a deadlock. Everything is within the global scope
Awaiting a scope from within itself or its child scope would cause a deadlock. Everything is within the global scope
Awaiting a scope from within itself or its child scope would cause a deadlock. Everything is within the global scope
Awaiting a scope from within itself or its child scope would cause a deadlock. Everything is within the global scope
Awaiting a scope from within itself or its child scope would cause a deadlock. Everything is within the global scope
Awaiting a scope from within itself or its child scope would cause a deadlock. Everything is within the global scope
