--TEST--
Several failures, several awaiters, one of them cancelled: each awaiter gets the first, each other one is reported once (ER-06, ER-12, P3, P7)
--FILE--
<?php
use Async\Scope;
use function Async\{spawn, delay, suspend};

$scope = new Scope;
$scope->spawn(fn() => delay(600000));
$waiters = [];
for ($i = 0; $i < 3; $i++) {
    $waiters[] = spawn(function () use ($scope, $i) {
        try { $scope->awaitCompletion(); } catch (Exception $e) { echo "\nawaiter $i: ", $e->getMessage(), "\n"; }
    });
}
suspend();
for ($i = 0; $i < 3; $i++) $scope->spawn(fn() => throw new Exception("failure $i"));
$waiters[1]->cancel();
for ($i = 0; $i < 9; $i++) suspend();
var_dump($scope->isFinished(), $waiters[1]->isCancelled());
?>
--EXPECTF--
Warning: Uncaught Exception: failure 1 in %s:%d
%A
Warning: Uncaught Exception: failure 2 in %s:%d
%A
awaiter 0: failure 0

awaiter 2: failure 0
bool(true)
bool(true)
