--TEST--
10,000 coroutines suspended at once run within memory_limit 128M, and their memory is freed afterwards (issue 2, quality "Figures")
--INI--
memory_limit=128M
--SKIPIF--
<?php require __DIR__ . '/../inc/child.php'; skip_under_tools('too many stacks for a tool'); ?>
--FILE--
<?php
use function Async\{spawn, await, delay, suspend, stats};

$n = 10000;
$gate = spawn(fn() => delay(20));
$sum = 0;
for ($i = 0; $i < $n; $i++) {
    $cs[] = spawn(function () use ($gate, $i, &$sum) { await($gate); $sum += $i; return $i; });
}
suspend();
var_dump(stats()['waiting'] >= $n);
foreach ($cs as $i => $c) {
    if (await($c) !== $i) echo "wrong result\n";
}
var_dump($sum === $n * ($n - 1) / 2, memory_get_peak_usage() < 100 << 20);
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
