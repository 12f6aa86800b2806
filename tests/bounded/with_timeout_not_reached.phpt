--TEST--
A limit that is not reached leaves nothing behind at the end of the scope, and does not delay the end of the request (BO-02, BO-04, P13)
--FILE--
<?php
use Async\BoundedScope;
use function Async\{suspend, stats};

$scope = new BoundedScope;
$scope->withTimeout(500000)->boundedBy(400000);
$scope->spawn(fn() => suspend());
var_dump(stats()['timers']);
$scope->awaitCompletion();
var_dump($scope->isCancelled(), $scope->isClosed());
// The scope is still open, so the limit stays armed.
$scope->spawn(fn() => suspend());
$scope->awaitCompletion();
$scope->cancel();
var_dump(stats()['timers']);

// A dropped scope without a coroutine.
$scope = (new BoundedScope)->withTimeout(500000);
unset($scope);
var_dump(stats()['timers']);
$held = (new BoundedScope)->withTimeout(500000);
$held->spawn(function () { suspend(); echo "over\n"; });
?>
--EXPECT--
int(2)
bool(false)
bool(false)
int(0)
int(0)
over
