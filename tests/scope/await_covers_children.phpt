--TEST--
A wait for a scope covers its child scopes at any depth, not independent ones; awaitDirectChildren() only the direct ones (SW-15, SW-16, SH-05)
--FILE--
<?php
use Async\Scope;
use function Async\{suspend, spawn};

$turns = function (int $n, string $name) { return function () use ($n, $name) { while ($n--) suspend(); echo "$name\n"; }; };
$scope = new Scope;
$child = Scope::inherit($scope);
$grandchild = Scope::inherit($child);
$other = new Scope;
$scope->spawn($turns(1, 'own'));
$child->spawn($turns(4, 'child'));
$grandchild->spawn($turns(8, 'grandchild'));
$other->spawn($turns(12, 'independent'));
$scope->awaitDirectChildren();
echo "- direct ones are over\n";
$scope->awaitDirectChildren();
$scope->awaitCompletion();
echo "- all are over\n";

// A child scope made during the wait, by a coroutine of the scope or of another one.
$scope->spawn(function () use ($turns) { suspend(); Scope::inherit()->asNotSafely()->spawn($turns(0, 'cancelled with its handle')); });
spawn(function () use ($scope, $turns) { $child = Scope::inherit($scope); $child->spawn($turns(6, 'from outside')); $child->awaitCompletion(); });
suspend();
$scope->awaitCompletion();
echo "- all are over\n";
?>
--EXPECT--
own
- direct ones are over
child
grandchild
- all are over
independent
from outside
- all are over
