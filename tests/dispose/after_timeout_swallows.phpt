--TEST--
disposeAfterTimeout() cancels the whole tree once, awaitAfterCancellation() waits for it; a shorter time wins (DI-06, SH-09, D9, D18)
--FILE--
<?php
use Async\Scope;
use function Async\{suspend, delay};

$scope = new Scope;
$child = Scope::inherit($scope);
$body = function (string $name) {
    try { delay(100000); } catch (Async\AsyncCancellation $e) { echo "$name: ", $e->getMessage(), "\n"; }
    delay(1);
    echo "$name goes on all the same\n";
};
$scope->spawn($body, 'parent');
$child->spawn($body, 'child');
suspend();
@$scope->disposeAfterTimeout(100000);
@$scope->disposeAfterTimeout(2);
$scope->awaitAfterCancellation();
var_dump($scope->isCancelled(), $child->isCancelled(), Async\stats()['timers']);
?>
--EXPECT--
child: The scope reached its time limit of 2 ms
parent: The scope reached its time limit of 2 ms
child goes on all the same
parent goes on all the same
bool(true)
bool(true)
int(0)
