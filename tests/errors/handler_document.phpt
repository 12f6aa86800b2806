--TEST--
Examples: the handler takes (Scope, Coroutine, Throwable) or the exception, can be set after the spawn; siblings go on (EH-01, EH-02, EH-03, EH-05, EH-06)
--FILE--
<?php
use Async\Scope;

$scope = new Scope();
$scope->setExceptionHandler(function (Async\Scope $scope, Async\Coroutine $coroutine, Throwable $e) {
    echo "Caught exception: {$e->getMessage()}\n in coroutine: {$coroutine->getSpawnLocation()}\n";
});

$scope->spawn(function () {
    throw new Exception("Task 1");
});

$scope->awaitCompletion(Async\timeout(60000));

$scope = new Scope();

$scope->spawn(function () {
    throw new Exception("Task 1");
});

$scope->setExceptionHandler(function (Exception $e) {
    echo "Caught exception: {$e->getMessage()}\n";
});

$scope->awaitCompletion(Async\timeout(60000));

$scope = new Async\Scope();

// Set up an error handler
$scope->setExceptionHandler(function (Throwable $e) {
    echo "Error in scope: " . $e->getMessage() . "\n";
});

$scope->spawn(function () {
    throw new Exception("Something broke!");
});

$scope->spawn(function () {
    Async\suspend();
    Async\suspend();
    echo "I'm working fine\n";
});

$scope->awaitCompletion();
var_dump($scope->isCancelled(), $scope->isClosed());
?>
--EXPECTF--
Caught exception: Task 1
 in coroutine: %shandler_document.php:9
Caught exception: Task 1
Error in scope: Something broke!
I'm working fine
bool(false)
bool(false)
