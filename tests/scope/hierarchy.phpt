--TEST--
new Scope is an independent root; inherit() makes a child, by default of the current scope (SH-01, SH-02, SH-03, SH-04, TL-09)
--FILE--
<?php
use Async\{Scope, BoundedScope};
use function Async\{await, suspend};

$scope = new Scope;
var_dump(in_array($scope, Scope::global()->getChildScopes(), true));
$child1 = Scope::inherit($scope);
$child2 = await($scope->spawn(function () { return Scope::inherit(); }));
$child3 = await($scope->spawn(fn() => BoundedScope::inherit(null)));
var_dump($scope->getChildScopes() === [$child1, $child2, $child3], $child1->getChildScopes());
echo get_class($child2), ' ', get_class($child3), ' ', get_class(BoundedScope::inherit($scope)), "\n";

// In main the current scope is the global one; in a child it is that child.
$ofGlobal = Scope::inherit();
var_dump(in_array($ofGlobal, Scope::global()->getChildScopes(), true));
$grandchild = await($child1->spawn(fn() => Scope::inherit()));
var_dump($child1->getChildScopes() === [$grandchild], count($scope->getChildScopes()));
// A root made inside a coroutine of the scope is independent as well.
$root = await($child1->spawn(fn() => new Scope));
var_dump($child1->getChildScopes() === [$grandchild]);
$child1->cancel();
var_dump($grandchild->isCancelled(), $root->isCancelled());

// Only existing scopes are listed.
unset($child2, $child3);
suspend();
var_dump($scope->getChildScopes() === [$child1]);
unset($child1, $grandchild);
var_dump($scope->getChildScopes());
foreach ([1, 'x', new stdClass] as $wrong) {
    try { Scope::inherit($wrong); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
}
?>
--EXPECT--
bool(false)
bool(true)
array(0) {
}
Async\Scope Async\BoundedScope Async\BoundedScope
bool(true)
bool(true)
int(3)
bool(true)
bool(true)
bool(false)
bool(true)
array(0) {
}
Async\Scope::inherit(): Argument #1 ($parentScope) must be of type ?Async\Scope, int given
Async\Scope::inherit(): Argument #1 ($parentScope) must be of type ?Async\Scope, string given
Async\Scope::inherit(): Argument #1 ($parentScope) must be of type ?Async\Scope, stdClass given
