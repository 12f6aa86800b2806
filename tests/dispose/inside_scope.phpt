--TEST--
An await of a scope from inside it or from a child scope throws at once, also in callbacks, handlers and its other wait methods (DE-04, DE-05, SH-12, D26)
--FILE--
<?php
use Async\Scope;
use function Async\{await, spawn, suspend, timeout};

$attempt = function (string $where, callable $f) {
    try { $f(); echo "$where: no exception\n"; } catch (Async\AsyncException $e) { echo "$where: ", preg_replace('~/.*/~', '', $e->getMessage()), "\n"; }
};
$scope = new Scope; // line 8
$child = Scope::inherit($scope);
$grandchild = Scope::inherit($child);
$scope->spawn(function () use ($scope, $attempt) { $attempt('own', fn() => $scope->awaitCompletion(timeout(1000))); });
$grandchild->spawn(function () use ($scope, $attempt) {
    $attempt('grandchild', fn() => $scope->awaitCompletion());
    $attempt('direct', fn() => $scope->awaitDirectChildren());
    spawn(function () use ($scope, $attempt) { $attempt('spawned there', fn() => $scope->awaitCompletion()); });
});
// From the parent it is possible.
$scope->spawn(function () use ($grandchild, $attempt) { $attempt('parent', fn() => $grandchild->awaitCompletion()); });
$scope->awaitCompletion();

$child->setExceptionHandler(fn($e) => $attempt('handler', fn() => $scope->awaitCompletion()));
$child->spawn(function () { throw new Exception; });
$scope->onFinally(fn($s) => $attempt('callback', fn() => $s->awaitCompletion()));
$scope->awaitCompletion();
$scope->spawn(function () use ($scope, $attempt) {
    $scope->cancel();
    $attempt('after cancel()', fn() => $scope->awaitAfterCancellation());
});
suspend();
?>
--EXPECT--
own: Awaiting a scope from within itself or its child scope would cause a deadlock. Scope created at inside_scope.php:8
grandchild: Awaiting a scope from within itself or its child scope would cause a deadlock. Scope created at inside_scope.php:8
direct: Awaiting a scope from within itself or its child scope would cause a deadlock. Scope created at inside_scope.php:8
spawned there: Awaiting a scope from within itself or its child scope would cause a deadlock. Scope created at inside_scope.php:8
parent: no exception
callback: Awaiting a scope from within itself or its child scope would cause a deadlock. Scope created at inside_scope.php:8
handler: Awaiting a scope from within itself or its child scope would cause a deadlock. Scope created at inside_scope.php:8
after cancel(): Awaiting a scope from within itself or its child scope would cause a deadlock. Scope created at inside_scope.php:8
