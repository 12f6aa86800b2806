--TEST--
Example: two later coroutines of another scope both get the identical exception of the failed one; it goes no further (ER-06, ER-08, ER-09, D10 c)
--FILE--
<?php
use Async\Scope;
use function Async\timeout;

$scope = new Scope();

$scope->spawn(function () {
    throw new Exception("Task 1");
});

$exception1 = null;
$exception2 = null;

$scope2 = new Scope();

$scope2->spawn(function () use ($scope, &$exception1) {
    try {
        $scope->awaitCompletion(timeout(60000));
    } catch (Exception $e) {
        $exception1 = $e;
        echo "Caught exception1: {$e->getMessage()}\n";
    }
});

$scope2->spawn(function () use ($scope, &$exception2) {
    try {
        $scope->awaitCompletion(timeout(60000));
    } catch (Exception $e) {
        $exception2 = $e;
        echo "Caught exception2: {$e->getMessage()}\n";
    }
});

$scope2->awaitCompletion(timeout(60000));

echo $exception1 === $exception2 ? "The same exception\n" : "Different exceptions\n";
?>
--EXPECT--
Caught exception1: Task 1
Caught exception2: Task 1
The same exception
