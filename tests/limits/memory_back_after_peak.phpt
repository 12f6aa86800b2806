--TEST--
After a peak of suspended coroutines the memory is returned to the system (quality "Figures")
--INI--
memory_limit=-1
--SKIPIF--
<?php
require __DIR__ . '/../inc/child.php';
skip_under_tools('measures resident memory');
skip_under_xdebug('measures memory that it takes, too');
if (!is_readable('/proc/self/status')) die('skip needs /proc');
?>
--FILE--
<?php
use function Async\{spawn, await, delay, suspend, stats};

function resident(): int {
    preg_match('/VmRSS:\s+(\d+)/', file_get_contents('/proc/self/status'), $m);
    return (int) $m[1];
}
function peak(int $n): int {
    $gate = spawn(fn() => delay(20));
    for ($i = 0; $i < $n; $i++) spawn(fn() => await($gate));
    suspend();
    $peak = resident();
    await($gate);
    suspend();
    return $peak;
}
peak(100);
$before = resident();
$peak = peak(20000);
for ($i = 0; $i < 40 && (resident() - $before) > ($peak - $before) * 0.05; $i++) {
    delay(100);
    gc_mem_caches();
}
$back = 1 - (resident() - $before) / ($peak - $before);
echo $peak - $before > 40000 ? "grew\n" : "did not grow\n", $back >= 0.9 ? "went back\n" : sprintf("only %d %% went back\n", $back * 100);
var_dump(stats()['contexts'] < 1000);
?>
--EXPECT--
grew
went back
bool(true)
