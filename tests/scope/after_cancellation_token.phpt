--TEST--
The wait of awaitAfterCancellation() can be limited by a token, in either argument style (SW-13, D3)
--FILE--
<?php
use Async\Scope;
use function Async\{suspend, spawn, timeout};

$scope = new Scope;
$go = false;
$scope->spawn(function () use (&$go) { try { suspend(); } finally { while (!$go) suspend(); echo "cleaned up\n"; } });
suspend();
$scope->cancel();
try {
    $scope->awaitAfterCancellation(null, timeout(1));
} catch (Async\AwaitCancelledException $e) {
    echo get_class($e->getPrevious()), ' ', count($scope->getCoroutines()), "\n";
}
try {
    $scope->awaitAfterCancellation(cancellation: spawn(fn() => suspend()));
} catch (Async\AwaitCancelledException $e) {
    var_dump($e->getPrevious());
}
$go = true;
$scope->awaitAfterCancellation(fn() => print("no error\n"), timeout(60000));
echo "end\n";
// schedules: may go on, when main is cancelled
?>
--EXPECT--
Async\TimeoutException 1
NULL
cleaned up
end
