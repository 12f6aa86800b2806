--TEST--
A hundred sleeps in a hundred coroutines take the time of one, and end in the order of their length (P11, D24)
--FILE--
<?php
use function Async\{spawn, await};
$step = getenv('ASYNC_TEST_TOOL') ? 30_000 : 3_000; // longer than the start of a coroutine takes
$start = hrtime(true);
$order = $due = [];
for ($i = 100; $i > 0; $i--) {
    $all[] = spawn(function () use ($i, $step, &$order, &$due) {
        $start = hrtime(true);
        $due[$i] = $start + $i * $step * 1000;
        usleep($i * $step);
        $order[] = $i;
        return hrtime(true) - $start >= $i * $step * 1000;
    });
}
$all[] = spawn(function () use (&$end) {
    $end = hrtime(true) + 1e9;
    return sleep(1) === 0;
});
$all[] = spawn(fn() => time_nanosleep(0, 1) === true);
var_dump(count(array_filter(array_map('Async\await', $all))));
// On a busy machine a shorter sleep that started later can end later.
asort($due);
var_dump($order === array_keys($due));
// One after the other they would need 15 seconds, 150 under a tool.
$now = hrtime(true);
$late = ($now - max($end, ...$due)) / 1e9;
echo $now - $start >= 1e9 && $late < (getenv('ASYNC_TEST_TOOL') ? 12 : 0.5) ? "together\n" : "late by $late s\n";
?>
--EXPECT--
int(102)
bool(true)
together
