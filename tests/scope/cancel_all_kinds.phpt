--TEST--
cancel() reaches coroutines in every state: new, parked, shielded, woken, running, in a child, cancelled before, completed (CN-15, CN-16, SH-06, LT-01)
--FILE--
<?php
use Async\{Scope, AsyncCancellation};
use function Async\{await, suspend, protect, delay};

$scope = new Scope;
$child = Scope::inherit($scope);
$report = function (string $name, callable $wait) {
    return function () use ($name, $wait) {
        try { $wait(); echo "$name: not cancelled\n"; } catch (AsyncCancellation $e) { echo "$name: {$e->getMessage()}\n"; }
    };
};
$scope->spawn($report('parked', fn() => delay(100000)));
$scope->spawn($report('shielded', function () { protect(function () { suspend(); suspend(); echo "protected section is over\n"; }); }));
$scope->spawn($report('ready', function () { for (;;) suspend(); }));
$first = $scope->spawn($report('cancelled before', fn() => delay(100000)));
$done = $scope->spawn(fn() => 'result');
$child->spawn($report('in the child', fn() => delay(100000)));
suspend();
$first->cancel(new AsyncCancellation('own reason'));
$new = $scope->spawn($report('never started', fn() => 1));
$scope->spawn(function () use ($scope, $report) {
    $scope->cancel(new AsyncCancellation('reason of the scope'));
    echo "This executes\n";
    $report('itself', fn() => suspend())();
})->asHiPriority();
suspend();
$scope->awaitAfterCancellation();
var_dump($done->getResult(), $done->isCancelled(), $new->isStarted(), $new->isCancelled(), $new->getException()->getMessage());
// schedules: may go on, when main is cancelled
?>
--EXPECT--
This executes
itself: reason of the scope
ready: reason of the scope
cancelled before: own reason
in the child: reason of the scope
parked: reason of the scope
protected section is over
shielded: reason of the scope
string(6) "result"
bool(false)
bool(false)
bool(true)
string(19) "reason of the scope"
