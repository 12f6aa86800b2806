--TEST--
Timers fire in the order of their deadlines, equal ones in the order of the calls; all run at the same time (TM-01, P3)
--FILE--
<?php
use function Async\{await, spawn, delay};

$unit = getenv('ASYNC_TEST_TOOL') ? 20 : 1;

// One try. The order is certain only where the calls together took less than the difference of two deadlines.
// A machine that stops the process between two calls makes another order right: such a try is made again.
function fired(int $unit): array
{
    $fired = [];
    $start = hrtime(true);
    $waiting = [];
    foreach ([40, 10, 30, 20] as $ms) {
        $waiting[] = spawn(function () use ($ms, $unit, &$fired) { delay($ms * $unit); $fired[] = $ms; });
    }
    foreach (['a', 'b', 'c'] as $name) {
        $waiting[] = spawn(function () use ($name, $unit, &$fired) { delay(5 * $unit); $fired[] = $name; });
    }
    $all_called = await(spawn(fn() => hrtime(true)));
    array_map(await(...), $waiting);
    $end = hrtime(true);
    return $all_called - $start < 4e6 * $unit ? [$fired, $end - $start] : fired($unit);
}

[$fired, $took] = fired($unit);
echo implode(' ', $fired), "\n";
var_dump($took >= 40e6 * $unit, $took < 5e9);
?>
--EXPECT--
a b c 10 20 30 40
bool(true)
bool(true)
