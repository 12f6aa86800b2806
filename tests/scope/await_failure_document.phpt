--TEST--
awaitCompletion() throws the exception of any coroutine of the scope; the documents' examples (SW-07, D10 c)
--FILE--
<?php
use function Async\spawn;
use Async\Scope;

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
    echo $exception->getMessage() . "\n";
}
var_dump($scope->isCancelled(), $scope->isClosed());

$scope = new Scope();
$scope->spawn(function () { throw new Exception("Task 1"); });
$exception1 = $exception2 = null;
$scope2 = new Scope();
$scope2->spawn(function () use ($scope, &$exception1) {
    try {
        $scope->awaitCompletion(Async\timeout(60000));
    } catch (Exception $e) {
        $exception1 = $e;
        echo "Caught exception1: {$e->getMessage()}\n";
    }
});
$scope2->spawn(function () use ($scope, &$exception2) {
    try {
        $scope->awaitCompletion(Async\timeout(60000));
    } catch (Exception $e) {
        $exception2 = $e;
        echo "Caught exception2: {$e->getMessage()}\n";
    }
});
$scope2->awaitCompletion(Async\timeout(60000));
echo $exception1 === $exception2 ? "The same exception\n" : "Different exceptions\n";
?>
--EXPECT--
Error occurred
bool(true)
bool(true)
Caught exception1: Task 1
Caught exception2: Task 1
The same exception
