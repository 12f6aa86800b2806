--TEST--
withTimeout() cancels the scope and its child scopes; the documents' examples (BO-02, BO-05, SH-10)
--FILE--
<?php
use Async\{BoundedScope, BoundScope, Scope, AsyncCancellation};

$scope = new BoundedScope();
$scope->withTimeout(10);
$scope->spawnAndBound(function () {
    Async\sleep(100000);
    echo "Task 1\n";
});
try { $scope->awaitCompletion(); } catch (AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
var_dump($scope->isCancelled(), $scope->isFinished());

$parentScope = new BoundScope();
$parentScope->withTimeout(10);
$childScope = Scope::inherit($parentScope);
$c = $childScope->spawn(function () {
    Async\sleep(100000);
    echo "This code will not be executed\n";
});
try { $parentScope->awaitCompletion(); } catch (AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
$parentScope->awaitAfterCancellation();
var_dump($childScope->isCancelled(), $c->getException() === $e);
try { $childScope->spawn(fn() => 1); } catch (Async\AsyncException $e) { echo $e->getMessage(), "\n"; }
?>
--EXPECT--
The scope reached its time limit of 10 ms
bool(true)
bool(true)
The scope reached its time limit of 10 ms
bool(true)
bool(true)
Coroutine scope is closed
