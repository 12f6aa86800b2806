--TEST--
onFinally() of a scope accepts only callables (quality "Bad input")
--FILE--
<?php
use Async\Scope;

$scope = new Scope;
foreach ([fn() => $scope->onFinally(42), fn() => $scope->onExit('no_such'), fn() => $scope->finally(null), fn() => $scope->onFinally()] as $f) {
    try { $f(); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
}
?>
--EXPECT--
Async\Scope::onFinally(): Argument #1 ($callback) must be a valid callback, no array or string given
Async\Scope::onExit(): Argument #1 ($callback) must be a valid callback, function "no_such" not found or invalid function name
Async\Scope::finally(): Argument #1 ($callback) must be a valid callback, no array or string given
Async\Scope::onFinally() expects exactly 1 argument, 0 given
