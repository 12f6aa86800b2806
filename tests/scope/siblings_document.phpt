--TEST--
A spawned coroutine joins the spawner's scope as a sibling; the end of the spawner ends no other coroutine (SC-01, SC-04, SC-07, LT-02, LT-07, SW-02, SW-04, D5)
--FILE--
<?php
use function Async\spawn;
use Async\Scope;

$scope = new Scope();
$scope->spawn(function () use ($scope) {
    echo "Sibling task 1\n";
    spawn(function () use ($scope) {
        echo "Sibling task 2\n";
        spawn(function () {
            Async\suspend();
            echo "Sibling task 3\n";
        });
    });
    Async\suspend();
    echo count($scope->getCoroutines()), " siblings, ", count($scope->getChildScopes()), " child scopes\n";
});
$scope->awaitCompletion(Async\timeout(60000));
var_dump($scope->isFinished(), $scope->getCoroutines());
?>
--EXPECT--
Sibling task 1
Sibling task 2
2 siblings, 0 child scopes
Sibling task 3
bool(true)
array(0) {
}
