--TEST--
A coroutine that was ready when a coroutine of a scope failed can still await it; the scope does not get the failure (D10 b)
--FILE--
<?php
use Async\Scope;
use function Async\{await, spawn, suspend};

$scope = new Scope;
$scope->setExceptionHandler(fn() => print("handler: not called\n"));
$failing = $scope->spawn(fn() => throw new Exception('in time'));
spawn(function () use ($failing) {
    echo "completed before the await: ", var_export($failing->isCompleted(), true), "\n";
    try { await($failing); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
});
$scope->awaitCompletion();
suspend();
var_dump($scope->isCancelled());
?>
--EXPECT--
completed before the await: true
in time
bool(false)
