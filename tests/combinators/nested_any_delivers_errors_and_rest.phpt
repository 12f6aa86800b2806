--TEST--
any() of any(): each error and each result of the inner trigger comes once, then none is left (CB-06, D23)
--FILE--
<?php
use function Async\{spawn, await, any, suspend};

$ok = fn($v, $n = 0) => spawn(function () use ($v, $n) { while ($n-- > 0) suspend(); return $v; });
$bad = fn($m, $n = 0) => spawn(function () use ($m, $n) { while ($n-- > 0) suspend(); throw new Exception($m); });
$trigger = any([any([$bad('a'), $ok('b', 2), $bad('c', 4)]), $ok('d', 6), any([])]);
for ($i = 0; $i < 6; $i++) {
    try {
        echo await($trigger), "\n";
    } catch (Exception $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
?>
--EXPECT--
Async\AsyncException: Nothing is left to wait for: all sources of any() have been delivered
Exception: a
b
Exception: c
d
Async\AsyncException: Nothing is left to wait for: all sources of any() have been delivered
