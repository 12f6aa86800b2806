--TEST--
All waiters of a scope go on when it is drained; one that is cancelled meanwhile does not affect the others (SW-02, P1, P3)
--FILE--
<?php
use Async\Scope;
use function Async\{spawn, suspend};

$scope = new Scope;
$scope->spawn(function () { for ($i = 0; $i < 5; $i++) suspend(); echo "drained\n"; });
$waiters = [];
foreach (['a', 'b', 'c', 'd'] as $name) {
    $waiters[$name] = spawn(function () use ($scope, $name) {
        try {
            $scope->awaitCompletion();
            echo "$name\n";
        } catch (Async\AsyncCancellation $e) {
            echo "$name: {$e->getMessage()}\n";
        }
    });
}
suspend();
suspend();
$waiters['b']->cancel(new Async\AsyncCancellation('only b'));
suspend();
var_dump($scope->isFinished(), $scope->isCancelled());
$scope->awaitCompletion();
Async\await($waiters['d']);
?>
--EXPECT--
b: only b
bool(false)
bool(false)
drained
a
c
d
