--TEST--
A coroutine counts as active until its failure is routed, and a scope until its handler has returned (ER-13, D10 b)
--FILE--
<?php
use Async\Scope;
use function Async\{spawn, suspend, delay};

$scope = new Scope;
$failing = $scope->spawn(fn() => throw new Exception('routed later'));
$others = 0;
spawn(function () use ($scope, $failing) {
    echo 'completed ', var_export($failing->isCompleted(), true), ', scope finished ', var_export($scope->isFinished(), true), "\n";
});
try {
    $scope->awaitCompletion();
    echo "lost\n";
} catch (Exception $e) {
    echo $e->getMessage(), "\n";
}

$scope = new Scope;
$scope->setExceptionHandler(function ($e) use ($scope) {
    suspend();
    delay(1);
    echo 'handler, finished ', var_export($scope->isFinished(), true), ', coroutines ', count($scope->getCoroutines()), "\n";
});
$scope->spawn(fn() => throw new Exception('handled slowly'));
$scope->awaitCompletion();
echo "awaited\n";
var_dump($scope->isFinished(), $scope->isClosed());
?>
--EXPECT--
completed true, scope finished false
routed later
handler, finished false, coroutines 0
awaited
bool(true)
bool(false)
