--TEST--
Scopes, awaiters and handlers work inside Fibers (ER-06, EH-01, D22)
--FILE--
<?php
use Async\Scope;
use function Async\delay;

$fiber = new Fiber(function () {
    $scope = new Scope;
    $scope->spawn(fn() => throw new Exception('caught in a fiber'));
    try { $scope->awaitCompletion(); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
    Fiber::suspend(1);
    throw new Exception('of the fiber');
});
var_dump($fiber->start());
try { $fiber->resume(); } catch (Exception $e) { echo $e->getMessage(), "\n"; }

$scope = new Scope;
$scope->setExceptionHandler(function ($e) {
    $fiber = new Fiber(function () { delay(1); Fiber::suspend(); echo "handler in a fiber\n"; });
    $fiber->start();
    $fiber->resume();
});
$scope->spawn(fn() => throw new Exception);
$scope->awaitCompletion();
?>
--EXPECT--
caught in a fiber
int(1)
of the fiber
handler in a fiber
