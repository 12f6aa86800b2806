--TEST--
A coroutine that cancels its own scope runs to its next suspension; the document's example (CN-17, CN-26)
--FILE--
<?php
use Async\Scope;
use function Async\suspend;

$scope = new Scope();
$c = $scope->spawn(function () use ($scope) {
    $scope->cancel(new \Async\CancellationError("Scope cancelled"));
    echo "This executes\n";
});
$other = $scope->spawn(fn() => print("not this\n"));
suspend();
var_dump($c->isCancelled(), $c->getException()?->getMessage(), $other->isStarted());

$scope = new Scope;
$child = Scope::inherit($scope);
$child->spawn(function () use ($scope) {
    // Through the parent.
    $scope->cancel();
    echo "still running\n";
    try { suspend(); echo "not reached\n"; } finally { suspend(); echo "finally may wait\n"; }
});
$scope->spawn(fn() => 1);
suspend();
$scope->awaitAfterCancellation();
?>
--EXPECT--
This executes
bool(true)
string(15) "Scope cancelled"
bool(false)
still running
finally may wait
