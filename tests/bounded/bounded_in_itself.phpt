--TEST--
A scope that is bound to a coroutine in it ends with that coroutine, also when it is bound from inside (BO-03, BO-04, P13)
--FILE--
<?php
use Async\{BoundedScope, Scope, AsyncCancellation};
use function Async\{suspend, delay, await, currentCoroutine};

function awaited(Scope $scope): void
{
    try { $scope->awaitCompletion(); echo "completed\n"; } catch (AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
    $scope->awaitAfterCancellation();
}
$scope = new BoundedScope;
$scope->spawn(fn() => delay(100000));
$scope->boundedBy($scope->spawn(fn() => suspend()));
awaited($scope);

$scope = new BoundedScope;
$child = Scope::inherit($scope);
$scope->spawn(fn() => delay(100000));
$scope->boundedBy($child->spawn(fn() => suspend()));
awaited($scope);

$scope = new BoundedScope;
$scope->spawn(fn() => delay(100000));
$scope->spawn(function () use ($scope) { $scope->boundedBy(currentCoroutine()); suspend(); });
awaited($scope);

// Released in every order.
$scope = new BoundedScope;
$c = $scope->spawnAndBound(fn() => suspend());
unset($c);
awaited($scope);
$scope = (new BoundedScope)->asNotSafely();
$c = $scope->spawnAndBound(fn() => suspend());
unset($scope);
suspend();
unset($c);
$scope = (new BoundedScope)->asNotSafely();
$scope->boundedBy(currentCoroutine());
$scope->spawn(function () { try { delay(100000); } finally { echo "ends with main\n"; } });
suspend();
echo "end of main\n";
?>
--EXPECT--
The scope ended with the awaitable that it is bound to
The scope ended with the awaitable that it is bound to
The scope ended with the awaitable that it is bound to
completed
end of main
ends with main
