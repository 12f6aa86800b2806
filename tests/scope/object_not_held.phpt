--TEST--
Coroutines do not hold the object of their scope (SC-11, D8)
--FILE--
<?php
use Async\Scope;
use function Async\{suspend, currentScope};

$scope = (new Scope)->asNotSafely();
$weak = WeakReference::create($scope);
$scope->spawn(function () { try { suspend(); suspend(); echo "never\n"; } finally { echo "cancelled\n"; } });
$scope->spawn(function () { suspend(); echo "never\n"; });
suspend();
unset($scope);
var_dump($weak->get());
suspend();
suspend();

// The coroutine's own reference holds the object: its destructor does not run while the coroutine is parked.
$scope = new Scope;
$weak = WeakReference::create($scope);
$scope->spawn(function () use ($scope) { suspend(); suspend(); echo "went on, ", $scope->isClosed() ? "closed" : "open", "\n"; });
suspend();
unset($scope);
gc_collect_cycles();
var_dump($weak->get() instanceof Scope);
suspend();
suspend();
var_dump($weak->get());

// Inside, currentScope() gives a handle to a scope whose object is gone: it is closed.
$scope = new Scope;
$scope->spawn(function () {
    suspend();
    $handle = currentScope();
    var_dump($handle->isClosed(), $handle === currentScope(), count($handle->getCoroutines()));
    try { $handle->spawn(fn() => 1); } catch (Async\AsyncException $e) { echo $e->getMessage(), "\n"; }
});
suspend();
unset($scope);
?>
--EXPECTF--
NULL
cancelled
bool(true)
went on, open
NULL

Warning: Coroutine is zombie at %sobject_not_held.php:30 in Scope disposed at %sobject_not_held.php:36 in %sobject_not_held.php on line 36
bool(true)
bool(true)
int(1)
Coroutine scope is closed
