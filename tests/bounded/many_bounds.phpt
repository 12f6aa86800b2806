--TEST--
The end of a scope with many bounds takes time in proportion to their number (BO-04)
--FILE--
<?php
use Async\{BoundedScope, Future, FutureState};
use function Async\{await, delay, suspend};

const BOUNDS = 20_000;

function seconds(Closure $work): float
{
    $before = getrusage();
    $work();
    $after = getrusage();
    return $after['ru_utime.tv_sec'] - $before['ru_utime.tv_sec']
        + ($after['ru_utime.tv_usec'] - $before['ru_utime.tv_usec']) / 1e6;
}

$scope = (new BoundedScope)->asNotSafely();
$futures = [];
$to_bind = seconds(function () use ($scope, &$futures) {
    for ($i = 0; $i < BOUNDS; $i++) {
        $scope->boundedBy($futures[] = new Future(new FutureState));
    }
});
$last = $scope->spawn(fn() => delay(1));
$to_end = seconds(function () use (&$scope, $last) {
    $scope = null;
    try {
        await($last);
    } catch (Async\AsyncCancellation) {
        echo "cancelled\n";
    }
    suspend();
});
// Quadratic time was more than a hundred times as long.
echo $to_end < 20 * $to_bind + 0.1 ? "fast\n" : "slow: $to_end s to end, $to_bind s to bind\n";
?>
--EXPECT--
cancelled
fast
