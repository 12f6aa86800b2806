--TEST--
A scope lists its own unfinished coroutines in the order of their spawns (SC-08, TL-10)
--FILE--
<?php
use Async\Scope;
use function Async\{await, suspend};

// The document's example.
$scope = new Scope();
$scope->spawn(function () { echo "Task 1\n"; });
$scope->spawn(function () { echo "Task 2\n"; });
echo "Number of coroutines in scope: " . count($scope->getCoroutines()) . "\n";
$childScope = Scope::inherit($scope);
echo "Number of child scopes: " . count($scope->getChildScopes()) . "\n";

$a = $scope->spawn(function () { suspend(); suspend(); });
$b = $scope->spawn(fn() => 1);
$other = $childScope->spawn(fn() => 2);
suspend();
var_dump($scope->getCoroutines() === [$a], $childScope->getCoroutines());
await($a);
var_dump($scope->getCoroutines());
// A cancelled coroutine ends at once when it has not started, and later when it has.
$never = $scope->spawn(fn() => 1);
$never->cancel();
var_dump($scope->getCoroutines());
$c = $scope->spawn(function () { try { suspend(); } finally { suspend(); } });
suspend();
$c->cancel();
var_dump($scope->getCoroutines() === [$c]);
@$scope->disposeSafely();
var_dump($scope->getCoroutines() === [$c]);
$scope->awaitAfterCancellation();
var_dump($scope->getCoroutines());
?>
--EXPECT--
Number of coroutines in scope: 2
Number of child scopes: 1
Task 1
Task 2
bool(true)
array(0) {
}
array(0) {
}
array(0) {
}
bool(true)
bool(true)
array(0) {
}
