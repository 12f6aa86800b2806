--TEST--
Without a handler, a failure that its awaiter gave up cancels the scope and goes on to the parent's flow (AW-18, D10 c)
--FILE--
<?php
// schedules: may deadlock
use Async\{Future, Scope};
use function Async\{spawn, awaitAll, suspend, await};

$parent = new Scope;
$parent->setChildScopeExceptionHandler(function (Throwable $e) { echo 'parent: ', $e->getMessage(), "\n"; });
$scope = Scope::inherit($parent);
$failing = $scope->spawn(fn() => throw new Exception('given up'));
$sibling = $scope->spawn(function () {
    try {
        await(new Future);
    } finally {
        echo "sibling cancelled\n";
    }
});
$waiter = spawn(fn() => awaitAll([$failing, new Future]));
for ($i = 0; $i < 3; $i++) suspend();
var_dump($scope->isCancelled());
$waiter->cancel();
for ($i = 0; $i < 5; $i++) suspend();
var_dump($scope->isCancelled());
?>
--EXPECT--
bool(false)
parent: given up
sibling cancelled
bool(true)
