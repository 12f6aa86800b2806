--TEST--
awaitCompletion() waits for all active coroutines, with or without a token, returns nothing, and can be repeated (SW-02, SW-03, SW-05, D7)
--FILE--
<?php
use Async\Scope;
use function Async\{spawn, suspend, timeout};

$scope = new Scope;
var_dump($scope->awaitCompletion());
$scope->spawn(function () { suspend(); echo "one\n"; return 'result'; });
$scope->spawn(function () {
    suspend();
    suspend();
    spawn(function () { suspend(); echo "spawned meanwhile\n"; });
    echo "two\n";
});
var_dump($scope->awaitCompletion());
var_dump($scope->isFinished(), $scope->isClosed());
$scope->spawn(function () { suspend(); echo "three\n"; });
var_dump($scope->awaitCompletion(timeout(60000)));
var_dump($scope->awaitCompletion(timeout(60000)));
$scope->spawn(function () { suspend(); echo "four\n"; });
$scope->awaitCompletion(null);
var_dump(Async\stats()['timers']);
?>
--EXPECT--
NULL
one
two
spawned meanwhile
NULL
bool(true)
bool(false)
three
NULL
NULL
four
int(0)
