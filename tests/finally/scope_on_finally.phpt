--TEST--
Scope::onFinally(): in order, once, with the scope as the only argument; onExit and finally are aliases (FN-02, FN-04, FN-07, D13)
--FILE--
<?php
use Async\Scope;
use function Async\suspend;

class MyScope extends Scope {}

$scope = new MyScope;
$scope->onFinally(function (...$args) use ($scope) { echo count($args), ' ', get_class($args[0]), ' ', var_export($args[0] === $scope, true), "\n"; });
$scope->onExit(fn() => print("onExit\n"));
$scope->finally('callback');
function callback(Scope $s) { echo __FUNCTION__, "\n"; }
var_dump($scope->onFinally(fn() => print("last\n")));
$scope->spawn(function () { suspend(); echo "body\n"; });
$scope->awaitCompletion();
suspend();
echo "awaited\n";
// Called once: not again after more coroutines, an await, a cancellation and the end of the scope.
$scope->spawn(fn() => print("more\n"));
$scope->awaitCompletion();
$scope->cancel();
suspend();
unset($scope);
suspend();
echo "end\n";
?>
--EXPECT--
NULL
body
1 MyScope true
onExit
callback
last
awaited
more
end
