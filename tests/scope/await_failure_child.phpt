--TEST--
The failure of a child scope reaches an awaiter of the parent; an awaiter of the child handles it first (SW-07, SW-15, D10 c)
--FILE--
<?php
use Async\Scope;
use function Async\{spawn, suspend};

function fails(): never { suspend(); throw new RuntimeException('failure'); }
function show(Scope ...$scopes): string { return json_encode(array_map(fn($s) => $s->isCancelled(), $scopes)); }

$parent = new Scope;
$child = Scope::inherit($parent);
$grandchild = Scope::inherit($child);
$grandchild->spawn(fails(...));
try { $parent->awaitCompletion(); } catch (RuntimeException $e) { echo $e->getMessage(), ' ', show($parent, $child, $grandchild), "\n"; }

$parent = new Scope;
$child = Scope::inherit($parent);
$grandchild = Scope::inherit($child);
$grandchild->spawn(fails(...));
$waiter = spawn(function () use ($parent) { $parent->awaitCompletion(); echo "parent drained\n"; });
try { $child->awaitCompletion(); } catch (RuntimeException $e) { echo $e->getMessage(), ' ', show($parent, $child, $grandchild), "\n"; }
Async\await($waiter);

// A waiter of the direct children is a point of responsibility as well.
$scope = new Scope;
$scope->spawn(fails(...));
try { $scope->awaitDirectChildren(); } catch (RuntimeException $e) { echo 'direct: ', $e->getMessage(), ' ', show($scope), "\n"; }
?>
--EXPECT--
failure [true,true,true]
failure [false,true,true]
parent drained
direct: failure [true]
