--TEST--
A failure without a handler cancels its scope, children first; the exception is the previous of the cancellation (ER-04, ER-05, D10 c, D18)
--FILE--
<?php
use Async\Scope;
use function Async\{await, suspend, delay};

$scope = new Scope;
$child = Scope::inherit($scope);
$grandchild = Scope::inherit($child);
$wait = function ($name) {
    try { delay(600000); } catch (Async\AsyncCancellation $e) { echo "$name: ", $e->getPrevious()->getMessage(), "\n"; throw $e; }
};
$own = $scope->spawn($wait, 'sibling');
$below = $child->spawn($wait, 'child');
$deep = $grandchild->spawn($wait, 'grandchild');
suspend();
$failing = $scope->spawn(fn() => throw new LogicException('together'));
try {
    $scope->awaitCompletion();
} catch (LogicException $e) {
    echo 'awaiter: ', $e->getMessage(), "\n";
}
suspend();
foreach ([$own, $below, $deep] as $c) {
    echo json_encode([$c->isCompleted(), $c->isCancelled(), get_class($c->getException())]), ' ',
        var_export($c->getException()->getPrevious() === $e, true), "\n";
}
var_dump($failing->isCancelled(), $failing->getException() === $e);
foreach ([$scope, $child, $grandchild] as $s) {
    echo json_encode([$s->isCancelled(), $s->isClosed(), $s->isFinished()]), "\n";
}
try { $child->spawn(fn() => 1); } catch (Async\AsyncException $e) { echo $e->getMessage(), "\n"; }
?>
--EXPECT--
grandchild: together
child: together
sibling: together
awaiter: together
[true,true,"Async\\AsyncCancellation"] true
[true,true,"Async\\AsyncCancellation"] true
[true,true,"Async\\AsyncCancellation"] true
bool(false)
bool(true)
[true,true,true]
[true,true,true]
[true,true,true]
Coroutine scope is closed
