--TEST--
A hundred sleeps in a hundred coroutines take the time of one, and end in the order of their length (P11, D24)
--FILE--
<?php
use function Async\{spawn, await};
$step = getenv('ASYNC_TEST_TOOL') ? 30_000 : 3_000; // longer than a coroutine needs to start
$start = hrtime(true);
$order = [];
for ($i = 100; $i > 0; $i--) {
    $all[] = spawn(function () use ($i, $step, &$order) {
        $start = hrtime(true);
        usleep($i * $step);
        $order[] = $i;
        return hrtime(true) - $start >= $i * $step * 1000;
    });
}
$all[] = spawn(fn() => sleep(1) === 0);
$all[] = spawn(fn() => time_nanosleep(0, 1) === true);
var_dump(count(array_filter(array_map('Async\await', $all))));
var_dump($order === range(1, 100));
$s = (hrtime(true) - $start) / 1e9;
echo $s >= 1 && $s < (getenv('ASYNC_TEST_TOOL') ? 15 : 1.5) ? "one second\n" : "$s s\n";
?>
--EXPECT--
int(102)
bool(true)
one second
