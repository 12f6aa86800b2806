--TEST--
Memory of finished coroutines is freed: no growth over many rounds with results, failures, cancellations, callbacks (P13)
--FILE--
<?php
use function Async\{spawn, await, suspend, delay, timeout};

function round_of_all() {
    $c = spawn(fn($x) => $x, str_repeat('x', 1000));
    await($c);
    spawn(fn() => str_repeat('y', 1000));
    try { await(spawn(fn() => throw new Exception(str_repeat('z', 1000)))); } catch (Exception) {}
    $d = spawn(fn() => delay(100000));
    $d->onFinally(function ($c) { suspend(); });
    suspend();
    $d->cancel();
    $n = spawn(fn() => 1, new stdClass);
    $n->cancel();
    try { await(spawn(fn() => suspend()), timeout(1000)); } catch (Exception) {}
    try { await($d, timeout(1000)); } catch (Throwable) {}
    suspend(); suspend(); suspend();
    gc_collect_cycles();
}
for ($i = 0; $i < 20; $i++) round_of_all();
$before = memory_get_usage();
for ($i = 0; $i < 200; $i++) round_of_all();
var_dump(memory_get_usage() - $before < 2000);
?>
--EXPECT--
bool(true)
