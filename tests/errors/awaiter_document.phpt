--TEST--
Examples: awaitCompletion() is a point of responsibility, also for coroutines that coroutines of the scope spawned (ER-06, ER-09)
--FILE--
<?php
use Async\Scope;
use function Async\spawn;

$scope = new Scope();

$scope->spawn(function () {
    spawn(function () {
        spawn(function () {
            throw new Exception("Error occurred");
        });
    });
});

try {
    $scope->awaitCompletion(Async\timeout(60000));
} catch (Exception $exception) {
    echo $exception->getMessage(), "\n";
}

$scope = new Scope();

$scope->spawn(function () {
    throw new Exception("Task 1");
});

try {
    $scope->awaitCompletion(Async\timeout(60000));
} catch (\Throwable $e) {
    echo "Caught exception: {$e->getMessage()}\n";
}
?>
--EXPECT--
Error occurred
Caught exception: Task 1
