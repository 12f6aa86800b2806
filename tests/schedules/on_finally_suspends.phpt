--TEST--
Callbacks of a scope and of its coroutines that suspend run once, and awaitAfterCancellation() waits for them (D13, P8)
--FILE--
<?php
use Async\Scope;
use function Async\suspend;

$begun = $ended = 0;
$callback = function () use (&$begun, &$ended) {
    $begun++;
    suspend();
    suspend();
    $ended++;
};
$scope = new Scope;
$scope->onFinally($callback);
foreach ([1, 2] as $i) {
    $scope->spawn(fn() => suspend())->onFinally($callback);
}
$closed = false;
do {
    try {
        if (!$closed) suspend();
    } catch (Async\AsyncCancellation) {
    }
    try {
        $closed = true;
        $scope->cancel();
        $scope->awaitAfterCancellation();
        break;
    } catch (Async\AsyncCancellation) {
    }
} while (true);
if ($begun !== $ended) {
    echo "BROKEN: $begun begun, $ended ended\n";
}
echo "$ended callbacks\n";
// schedules: any
?>
--EXPECT--
3 callbacks
