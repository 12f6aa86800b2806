--TEST--
A shutdown function cancels coroutines and scopes after a fatal error: all counters stay right (D14, D15)
--FILE--
<?php
use Async\{Scope, TaskGroup};
use function Async\{delay, spawn, suspend};

$scope = new Scope;
$parked = $scope->spawn(delay(...), 1000);
suspend();
$queued = $scope->spawn(fn() => 1);
$child = Scope::inherit($scope);
$of_child = $child->spawn(fn() => 1);
$group = new TaskGroup(concurrency: 1);
$running = $group->spawn(fn() => 1);
$waiting = $group->spawn(fn() => 1);

register_shutdown_function(function () use ($scope, $parked, $queued, $child, $of_child, $group, $running, $waiting) {
    foreach ([$queued, $parked, $of_child, $running, $waiting] as $coroutine) {
        $coroutine->cancel();
    }
    echo json_encode([$scope->isFinished(), $child->isFinished(), $group->isFinished()]), "\n";
    echo json_encode([count($scope->getCoroutines()), count($child->getCoroutines()), count(Async\getCoroutines())]), "\n";
    echo json_encode(Async\stats()['coroutines']), "\n";
    $child->cancel();
    $scope->cancel();
    $group->cancel();
    echo json_encode([$scope->isFinished(), $child->isFinished(), $group->isFinished()]), "\n";
});
@trigger_error('the end', E_USER_ERROR);
?>
--EXPECTF--
Fatal error: the end in %s on line %d
[true,true,true]
[0,0,0]
0
[true,true,true]
