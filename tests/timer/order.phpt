--TEST--
Timers fire in the order of their deadlines, equal ones in the order of the calls; all run at the same time (TM-01, P3)
--FILE--
<?php
use function Async\{spawn, delay};

// The calls together take much less than this.
$unit = getenv('ASYNC_TEST_TOOL') ? 20 : 1;
foreach ([40, 10, 30, 20] as $ms) {
    spawn(function () use ($ms, $unit) { delay($ms * $unit); echo "$ms\n"; });
}
foreach (['a', 'b', 'c'] as $name) {
    spawn(function () use ($name, $unit) { delay(5 * $unit); echo "$name\n"; });
}
$start = hrtime(true);
register_shutdown_function(function () use ($start) { var_dump(hrtime(true) - $start >= 40e6, hrtime(true) - $start < 5e9); });
?>
--EXPECT--
a
b
c
10
20
30
40
bool(true)
bool(true)
