--TEST--
Destructors during a cancellation can spawn, dispose, wait and throw: an exception of theirs takes the usual way (ER-12, CN-22, D10)
--FILE--
<?php
use Async\Scope;
use function Async\{suspend, delay};

class D { function __construct(private Closure $f) {} function __destruct() { ($this->f)(); } }
$scope = new Scope;
$seen = [];
$scope->setExceptionHandler(function ($e) use (&$seen) { $seen[] = get_class($e) . ' ' . $e->getMessage() . ($e->getPrevious() ? ' <- ' . get_class($e->getPrevious()) : ''); });
foreach ([
    function () use ($scope) { $scope->spawn(fn() => print("never\n")); },
    function () use ($scope) { $scope->cancel(); $scope->dispose(); $scope->disposeSafely(); echo "disposed in a destructor\n"; },
    function () { suspend(); echo "waited in a destructor\n"; },
    function () { throw new Exception('from a destructor'); },
] as $f) {
    $scope->spawn(function () use ($f) { $d = new D($f); delay(600000); });
}
suspend();
$scope->cancel();
$scope->awaitAfterCancellation();
sort($seen);
print_r($seen);
?>
--EXPECT--
disposed in a destructor
waited in a destructor
Array
(
    [0] => Async\AsyncException Coroutine scope is closed <- Async\AsyncCancellation
    [1] => Exception from a destructor <- Async\AsyncCancellation
)
