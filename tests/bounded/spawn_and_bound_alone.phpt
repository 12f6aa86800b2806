--TEST--
When nothing else is left the scope ends without a cancellation: its awaiter sees a normal end (BO-03)
--FILE--
<?php
use Async\BoundedScope;
use function Async\{suspend, await};

$scope = new BoundedScope;
$scope->onFinally(fn() => print("finished\n"));
$scope->spawn(fn() => suspend());
$c = $scope->spawnAndBound(function () { for ($i = 0; $i < 5; $i++) suspend(); return 'result'; });
$scope->awaitCompletion();
echo $c->getResult(), "\n";
var_dump($scope->isClosed(), $scope->isCancelled());
suspend();
// Cancelled before its start.
$scope = new BoundedScope;
$c = $scope->spawnAndBound(fn() => 1);
$other = $scope->spawn(fn() => Async\delay(100000));
$c->cancel();
suspend();
var_dump($scope->isClosed(), $other->isCancelled());
// Two of them: the first one to end counts.
$scope = new BoundedScope;
$scope->spawnAndBound(function () { Async\delay(100000); });
$scope->spawnAndBound(function () { suspend(); echo "first\n"; });
try { $scope->awaitCompletion(); } catch (Async\AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
?>
--EXPECT--
finished
result
bool(true)
bool(false)
bool(true)
bool(true)
first
The scope ended with the awaitable that it is bound to
