--TEST--
The time of disposeAfterTimeout() is between 1 and 599999 milliseconds (DI-08, D9)
--FILE--
<?php
use Async\Scope;

foreach ([0, -1, 600000, PHP_INT_MAX, PHP_INT_MIN] as $ms) {
    $scope = new Scope;
    try { $scope->disposeAfterTimeout($ms); } catch (ValueError $e) { echo $e->getMessage(), "\n"; }
    if ($scope->isClosed()) echo "closed all the same\n";
}
foreach ([1, 599999, '5', 5.0] as $ms) {
    $scope = new Scope;
    $scope->disposeAfterTimeout($ms);
    var_dump($scope->isClosed());
}
foreach (['x', []] as $wrong) {
    try { (new Scope)->disposeAfterTimeout($wrong); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
}
try { (new Scope)->disposeAfterTimeout(); } catch (ArgumentCountError $e) { echo $e->getMessage(), "\n"; }
// An empty scope leaves no timer behind.
var_dump(Async\stats()['timers']);
?>
--EXPECT--
Async\Scope::disposeAfterTimeout(): Argument #1 ($ms) must be between 1 and 599999
Async\Scope::disposeAfterTimeout(): Argument #1 ($ms) must be between 1 and 599999
Async\Scope::disposeAfterTimeout(): Argument #1 ($ms) must be between 1 and 599999
Async\Scope::disposeAfterTimeout(): Argument #1 ($ms) must be between 1 and 599999
Async\Scope::disposeAfterTimeout(): Argument #1 ($ms) must be between 1 and 599999
bool(true)
bool(true)
bool(true)
bool(true)
Async\Scope::disposeAfterTimeout(): Argument #1 ($ms) must be of type int, string given
Async\Scope::disposeAfterTimeout(): Argument #1 ($ms) must be of type int, array given
Async\Scope::disposeAfterTimeout() expects exactly 1 argument, 0 given
int(0)
