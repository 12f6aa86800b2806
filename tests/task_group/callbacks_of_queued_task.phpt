--TEST--
Callbacks of a task cancelled in the queue run in the group's scope, and their exceptions go there (D13, FN-01, FN-09, TG-36)
--FILE--
<?php
use function Async\{await, currentScope, delay, globalScope, suspend};
use Async\{Scope, TaskGroup};

$scope = new Scope();
$scope->setExceptionHandler(function (Throwable $e) { echo 'to the scope: ', $e->getMessage(), "\n"; });
$where = function () use ($scope) {
    return currentScope() === $scope ? 'own scope' : (currentScope() === globalScope() ? 'global scope' : 'elsewhere');
};
$group = new TaskGroup($scope, concurrency: 1);
$first = $group->spawn(fn() => delay(1000));
foreach (['alone', 'throws', 'with the group'] as $name) {
    $task = $tasks[] = $group->spawn(function () { echo "never\n"; });
    $task->onFinally(function () use ($name, $where) {
        echo "$name: ", $where(), "\n";
        if ($name === 'throws') {
            throw new Exception('of a callback');
        }
    });
}
$tasks[0]->cancel();
$tasks[1]->cancel();
suspend();
$group->cancel();
$late = $tasks[2];
suspend();
$late->onFinally(fn() => print('registered later: ' . $where() . "\n"));
suspend();

// The scope ends: the same.
$scope = new Scope();
$group = new TaskGroup($scope, concurrency: 1);
$group->spawn(fn() => delay(1000));
$group->spawn(fn() => print("never\n"))->onFinally(fn() => print('with the scope: ' . (currentScope() === $scope ? 'own scope' : 'elsewhere') . "\n"));
$scope->cancel();
suspend();
suspend();
?>
--EXPECT--
alone: own scope
throws: own scope
to the scope: of a callback
with the group: own scope
registered later: own scope
with the scope: own scope
