--TEST--
The error handler of awaitAfterCancellation() gets (Throwable, Scope) for each failure of the cancellation phase (SW-12)
--FILE--
<?php
use Async\Scope;
use function Async\{suspend, spawn};

function scope_that_fails_late(?Scope $parent = null): Scope
{
    $scope = $parent ? Scope::inherit($parent) : new Scope;
    foreach ([1, 2] as $n) {
        $scope->spawn(function () use ($n) {
            try { suspend(); } finally { for ($i = 0; $i < $n; $i++) suspend(); throw new RuntimeException("late $n"); }
        });
    }
    $child = Scope::inherit($scope);
    $child->spawn(function () use ($child) { try { suspend(); } finally { throw new RuntimeException('child'); } });
    suspend();
    $scope->cancel();
    return $scope;
}
$scope = scope_that_fails_late();
$scope->awaitAfterCancellation(function (...$args) use ($scope) {
    suspend();
    echo count($args), ' ', get_class($args[0]), ' ', $args[0]->getMessage(), ' ', basename((string) $args[0]->getPrevious()?->getMessage()) !== '' ? 'after a cancellation' : '',
        ' ', $args[1] === $scope ? 'scope' : 'other', "\n";
});
echo "drained\n";

// A handler that throws ends the wait; the other failures are for the next waiter.
$outer = new Scope;
$outer->setExceptionHandler(fn(Throwable $e) => print("outer: {$e->getMessage()}\n"));
$scope = scope_that_fails_late($outer);
try {
    $scope->awaitAfterCancellation(function (Throwable $e) { throw new LogicException("about {$e->getMessage()}"); }, Async\timeout(60000));
} catch (LogicException $e) {
    echo $e->getMessage(), "\n";
}
$scope->awaitAfterCancellation(fn($e) => print("rest: {$e->getMessage()}\n"));
suspend();

// Without a handler failures take their usual way.
$parent = new Scope;
$parent->setExceptionHandler(fn(Throwable $e) => print("parent: {$e->getMessage()}\n"));
$scope = scope_that_fails_late($parent);
$scope->awaitAfterCancellation();
echo "drained\n";
?>
--EXPECT--
2 RuntimeException child after a cancellation scope
2 RuntimeException late 1 after a cancellation scope
2 RuntimeException late 2 after a cancellation scope
drained
about child
outer: late 1
rest: late 2
parent: child
parent: late 1
parent: late 2
drained
