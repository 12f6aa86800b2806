--TEST--
A hundred sleeps in a hundred coroutines take the time of one, and end in the order of their length (P11, D24)
--FILE--
<?php
use function Async\{spawn, await};
$start = hrtime(true);
$order = [];
for ($i = 100; $i > 0; $i--) {
    $all[] = spawn(function () use ($i, &$order) {
        $start = hrtime(true);
        usleep($i * 3000);
        $order[] = $i;
        return hrtime(true) - $start >= $i * 3000000;
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
