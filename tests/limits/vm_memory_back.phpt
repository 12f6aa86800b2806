--TEST--
Memory of VM frames goes back to the system, that of idle contexts which are kept, too (quality "Figures")
--SKIPIF--
<?php
require __DIR__ . '/../inc/child.php';
skip_under_tools('measures resident memory');
skip_under_xdebug('measures memory that it takes, too');
if (!is_readable('/proc/self/status')) die('skip needs /proc');
?>
--FILE--
<?php
require __DIR__ . '/vm_stack.inc';
use function Async\{spawn, await, delay, suspend};

function resident(): int {
    preg_match('/VmRSS:\s+(\d+)/', file_get_contents('/proc/self/status'), $m);
    return (int) $m[1];
}
function peak(int $n, int $bytes): int {
    $gate = spawn(fn() => delay(20));
    for ($i = 0; $i < $n; $i++) spawn(fn() => falls34(vm_depth(34, $bytes), fn() => await($gate)));
    suspend();
    $peak = resident();
    await($gate);
    suspend();
    return $peak;
}
peak(200, 0);
$before = resident();
$grown = peak(200, 200_000) - $before;
for ($i = 0; $i < 40 && resident() - $before > $grown * 0.1; $i++) {
    delay(100);
}
// 200 KiB for each of the 64 contexts that are kept would be a third of it.
$left = resident() - $before;
echo $grown > 30000 ? "grew\n" : "grew by $grown KiB\n", $left <= $grown * 0.1 ? "went back\n" : "$left KiB of $grown left\n";
?>
--EXPECT--
grew
went back
