--TEST--
awaitAfterCancellation() waits for zombies too, awaitCompletion() does not (SW-14, ZO-03, D7)
--FILE--
<?php
use Async\Scope;
use function Async\{suspend, spawn};

$scope = new Scope;
$child = Scope::inherit($scope);
$scope->spawn(function () { for ($i = 0; $i < 5; $i++) suspend(); echo "zombie\n"; });
$child->spawn(function () { for ($i = 0; $i < 8; $i++) suspend(); echo "zombie of the child\n"; });
suspend();
spawn(function () use ($scope) { $scope->awaitCompletion(); echo "waiter: no active coroutine is left\n"; });
suspend();
@$scope->disposeSafely();
suspend();
$scope->awaitCompletion();
$scope->awaitDirectChildren();
echo "completed, ", count($scope->getCoroutines()), " left\n";
$scope->awaitAfterCancellation();
echo "over, ", count($scope->getCoroutines()), " left\n";
?>
--EXPECT--
waiter: no active coroutine is left
completed, 1 left
zombie
zombie of the child
over, 0 left
