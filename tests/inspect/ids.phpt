--TEST--
getId() is unique and never reused; currentCoroutine() gives the running coroutine (CO-10, ED-02)
--FILE--
<?php
use function Async\{spawn, await, suspend, currentCoroutine};

$ids = [currentCoroutine()->getId()];
var_dump(currentCoroutine() === currentCoroutine());
for ($i = 0; $i < 100; $i++) {
    $c = spawn(fn() => currentCoroutine());
    $ids[] = $c->getId();
    if (await($c) !== $c) echo "not the same object\n";
    unset($c);
}
// Each coroutine was its own result: a cycle, which valgrind would report as a leak at the end.
gc_collect_cycles();
var_dump(count($ids) === count(array_unique($ids)), min($ids) > 0);
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
