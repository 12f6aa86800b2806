--TEST--
awaitAfterCancellation() needs a scope that was cancelled or disposed, in any way (SW-11, D7)
--FILE--
<?php
use Async\Scope;
use function Async\{suspend, spawn};

$scope = new Scope;
$attempt = function (Scope $scope) {
    try { $scope->awaitAfterCancellation(); echo "waited\n"; } catch (Async\AsyncException $e) { echo get_class($e), ': ', preg_replace('~/.*/~', '', $e->getMessage()), "\n"; }
};
$attempt($scope);
$scope->spawn(fn() => suspend());
$attempt($scope);
$attempt(Scope::global());
$scope->cancel(); $attempt($scope);
foreach (['dispose', 'disposeSafely', 'disposeAfterTimeout'] as $method) {
    $scope = new Scope;
    $scope->spawn(function () { suspend(); suspend(); });
    suspend();
    @$scope->$method(...($method === 'disposeAfterTimeout' ? [100000] : []));
    $attempt($scope);
}
// Cancelled with its parent, by a failure, by its own end.
$parent = new Scope; $scope = Scope::inherit($parent); $parent->cancel(); $attempt($scope);
$scope = new Scope;
$scope->spawn(function () { throw new RuntimeException('failure'); });
try { $scope->awaitCompletion(); } catch (RuntimeException) {}
$attempt($scope);
foreach ([[1], [null, 1], ['no function'], [null, new Scope]] as $wrong) {
    try { $scope->awaitAfterCancellation(...$wrong); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
}
?>
--EXPECT--
Async\AsyncException: The scope is open: awaitAfterCancellation() waits for one that was cancelled or disposed. Scope created at after_cancellation_open.php:5
Async\AsyncException: The scope is open: awaitAfterCancellation() waits for one that was cancelled or disposed. Scope created at after_cancellation_open.php:5
Async\AsyncException: Awaiting a scope from within itself or its child scope would cause a deadlock. Everything is within the global scope
waited
waited
waited
waited
waited
waited
Async\Scope::awaitAfterCancellation(): Argument #1 ($errorHandler) must be a valid callback or null, no array or string given
Async\Scope::awaitAfterCancellation(): Argument #2 ($cancellation) must be of type ?Async\Awaitable, int given
Async\Scope::awaitAfterCancellation(): Argument #1 ($errorHandler) must be a valid callback or null, function "no function" not found or invalid function name
Async\Scope::awaitAfterCancellation(): Argument #2 ($cancellation) must be of type ?Async\Awaitable, Async\Scope given
