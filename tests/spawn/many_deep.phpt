--TEST--
A chain of coroutines, each spawned and awaited by the one before, returns every result (AW-03, P1)
--FILE--
<?php
use function Async\{spawn, await};

function down(int $n): int {
    return $n === 0 ? 0 : 1 + await(spawn('down', $n - 1));
}
echo await(spawn('down', 500)), "\n";

// Each coroutine spawns its successor and ends: one after the other, without depth.
$count = 0;
$next = function () use (&$next, &$count) {
    if (++$count < 10000) {
        spawn($next);
    }
};
spawn($next);
while ($count < 10000) {
    Async\suspend();
}
echo "$count\n";
$next = null; // it refers to itself
// schedules: any
?>
--EXPECT--
500
10000
