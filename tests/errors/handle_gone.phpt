--TEST--
A coroutine fails after the handle of its scope is gone: the handler is still called, with a new handle (EH-01, SC-11, D8)
--FILE--
<?php
use Async\Scope;
use function Async\{suspend, delay, spawn, await};

$parent = new Scope;
$parent->setChildScopeExceptionHandler(function (Scope $scope, $c, $e) { echo 'parent: ', $e->getMessage(), ' ', json_encode([$scope->isClosed(), $scope->isCancelled()]), "\n"; });
(function () use ($parent) {
    $scope = Scope::inherit($parent);
    $scope->setExceptionHandler(function (Scope $scope, $c, $e) { echo 'own: ', $e->getMessage(), ' ', json_encode([$scope->isClosed(), $scope->isCancelled()]), "\n"; });
    $scope->spawn(function () { suspend(); suspend(); throw new Exception('a zombie failed'); });
    suspend();
    @$scope->disposeSafely();
})();
for ($i = 0; $i < 6; $i++) suspend();
(function () use ($parent) {
    $scope = Scope::inherit($parent);
    $scope->spawn(function () {
        try { spawn(fn() => 1); } catch (Async\AsyncException $e) { echo $e->getMessage(), "\n"; }
        echo await(Scope::global()->spawn(fn() => "another scope is open\n"));
        throw new Exception('a zombie failed');
    });
    $scope->spawn(function () { try { delay(600000); } catch (Async\AsyncCancellation $e) { echo 'other zombie: ', $e->getPrevious()->getMessage(), "\n"; } });
    @$scope->disposeSafely();
})();
for ($i = 0; $i < 6; $i++) suspend();
?>
--EXPECT--
own: a zombie failed [true,false]
Coroutine scope is closed
another scope is open
parent: a zombie failed [true,true]
other zombie: a zombie failed
