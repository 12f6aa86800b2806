--TEST--
Many failures that are offered to many waiters of a scope cost the same each (D10)
--FILE--
<?php
use Async\Scope;
use function Async\{await, spawn, suspend};

/** Seconds of CPU for each failure that a waiter gets. */
function seconds_each(int $count): float
{
    $scope = new Scope;
    $waiters = [];
    for ($i = 0; $i < $count; $i++) {
        $waiters[] = spawn(fn() => $scope->awaitCompletion());
        $scope->spawn(function () {
            suspend();
            suspend();
            throw new Exception('failure');
        });
    }
    $before = getrusage();
    foreach ($waiters as $waiter) {
        try {
            await($waiter);
            echo "no failure\n";
        } catch (Exception) {
        }
    }
    $after = getrusage();
    return ($after['ru_utime.tv_sec'] - $before['ru_utime.tv_sec']
        + ($after['ru_utime.tv_usec'] - $before['ru_utime.tv_usec']) / 1e6) / $count ** 2;
}

// Waiters that have one of the failures already warn of the others.
set_error_handler(fn() => true);
$few = seconds_each(100);
$many = seconds_each(800);
// They cost eight times as much when each was appended to the others from the first one on.
echo $many < 3 * $few + 5e-7 ? "the same\n" : "$many instead of $few\n";
?>
--EXPECT--
the same
