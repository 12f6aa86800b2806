--TEST--
A suspended Fiber can be resumed from another coroutine, from main and from a coroutine that started later (D22)
--FILE--
<?php
use function Async\{spawn, await, suspend, currentCoroutine};

$seen = [];
$fiber = new Fiber(function () use (&$seen) {
    for ($i = 0; $i < 4; $i++) {
        $seen[] = currentCoroutine()->getId();
        suspend();
        $seen[] = currentCoroutine()->getId();
        Fiber::suspend();
    }
});
$a = spawn(fn() => $fiber->start());
await($a);
$b = spawn(fn() => $fiber->resume());
await($b);
$fiber->resume();
$c = spawn(fn() => $fiber->resume());
await($c);
echo json_encode($seen), "\n";
var_dump([$a->getId(), $a->getId(), $b->getId(), $b->getId(), 1, 1, $c->getId(), $c->getId()] === $seen);
?>
--EXPECTF--
[%s]
bool(true)
