--TEST--
Examples: onFinally() of a scope and a coroutine that fail (FN-01, FN-02, FN-03, FN-04)
--FILE--
<?php
use Async\Scope;
use function Async\{spawn, onExit, onFinally, suspend, await};

$scope = new Scope();

$scope->spawn(function () {
    throw new Exception("Task 1");
});

$scope->onFinally(function (Scope $completedScope) use ($scope) {
    echo "Scope ", spl_object_id($completedScope) === spl_object_id($scope) ? 'itself' : '?', " completed\n";
});

try { $scope->awaitCompletion(Async\timeout(60000)); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
suspend();

function task(): void
{
    throw new Exception("Task 1");
}

$scope = new Scope;
$scope->setExceptionHandler(fn($e) => print("handler: {$e->getMessage()}\n"));
$coroutine = $scope->spawn(task(...));

$coroutine->onFinally(function () {
    echo "Task completed\n";
});
$scope->awaitCompletion();

function task2(): void
{
    $file = fopen(__FILE__, 'r');
    onExit(fn() => print(get_resource_type($file) . "\n"));
    onFinally(fn() => fclose($file));
    onFinally(fn() => print(get_resource_type($file) . "\n"));

    throw new Exception("Task 2");
}

$scope->spawn(task2(...));
$scope->awaitCompletion();
?>
--EXPECT--
Task 1
Scope itself completed
Task completed
handler: Task 1
stream
Unknown
handler: Task 2
