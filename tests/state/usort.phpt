--TEST--
usort() in two coroutines at the same time: comparison functions that suspend, nested sorts (CO-04)
--FILE--
<?php
use function Async\{spawn, await, suspend};

function sorted(int $seed, callable $compare) {
    mt_srand($seed);
    $list = range(1, 30);
    shuffle($list);
    usort($list, function ($a, $b) use ($compare) { suspend(); return $compare($a, $b); });
    return $list === ($compare(1, 2) < 0 ? range(1, 30) : range(30, 1));
}
$cs = [];
foreach (range(1, 6) as $i) {
    $cs[] = spawn('sorted', $i, $i % 2 ? fn($a, $b) => $a <=> $b : fn($a, $b) => $b <=> $a);
}
$nested = spawn(function () {
    $lists = [[3, 1, 2], [9, 8, 7], [5]];
    usort($lists, function ($a, $b) {
        suspend();
        usort($a, function ($x, $y) { suspend(); return $x <=> $y; });
        usort($b, function ($x, $y) { suspend(); return $x <=> $y; });
        return $a[0] <=> $b[0];
    });
    return json_encode($lists);
});
foreach ($cs as $c) var_dump(await($c));
echo await($nested), "\n";
// schedules: any
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
[[3,1,2],[5],[9,8,7]]
