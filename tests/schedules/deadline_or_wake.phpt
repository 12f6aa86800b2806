--TEST--
Sleepers wake in the order of their deadlines; one cancelled before its deadline does not wake again (P2, P5)
--FILE--
<?php
use function Async\{spawn, await, delay};

$unit = getenv('ASYNC_TEST_TOOL') ? 20 : 1;
do {
    // The order is certain only where the calls came within less than the difference of two deadlines.
    $woken = $called = $sleepers = [];
    foreach ([30, 10, 20000, 40] as $ms) {
        $sleepers[$ms] = spawn(function () use ($ms, $unit, &$woken, &$called) {
            $called[] = hrtime(true);
            delay($ms * $unit);
            $woken[] = $ms;
        });
    }
    spawn(function () use ($sleepers, $unit) {
        delay(15 * $unit);
        $sleepers[20000]->cancel();
    });
    foreach ($sleepers as $sleeper) {
        try {
            await($sleeper);
        } catch (Async\AsyncCancellation) {
        }
    }
} while (max($called) - min($called) > 8e6 * $unit);
echo implode(' ', $woken), "\n";
// schedules: any
?>
--EXPECT--
10 30 40
