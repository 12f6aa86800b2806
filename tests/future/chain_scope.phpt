--TEST--
A callback runs in the scope of the map() call, which can differ from that of the completion (AW-17, D5)
--FILE--
<?php
// schedules: any
use Async\{Future, FutureState, Scope};
use function Async\{await, spawn, currentScope};

$state = new FutureState;
$future = new Future($state);
$scope = new Scope;
$mapped = await($scope->spawn(fn() => $future->map(fn() => currentScope() === $scope)));
$other = new Scope;
await($other->spawn(fn() => $state->complete()));
var_dump(await($mapped));
?>
--EXPECT--
bool(true)
