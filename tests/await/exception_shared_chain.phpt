--TEST--
One failure thrown into several places that already unwind: the chains of previous exceptions are PHP's own, without a circle (D10 a, AW-04)
--FILE--
<?php
use function Async\{spawn, await, suspend};

$failed = spawn(fn() => throw new Exception('shared'));
function chain(Throwable $e) { $s = []; for (; $e && count($s) < 10; $e = $e->getPrevious()) $s[] = $e->getMessage(); return implode(' < ', $s); }
$cs = [];
foreach (['a', 'b'] as $name) {
    $cs[] = spawn(function () use ($failed, $name) {
        try { throw new LogicException($name); } finally { await($failed); }
    });
}
$cs[] = spawn(function () use ($failed) {
    try {
        try { await($failed); } catch (Exception $e) { throw new RuntimeException('wrapped', 0, $e); }
    } finally {
        await($failed);
    }
});
foreach ($cs as $c) {
    try { await($c); } catch (Exception $e) { echo chain($e), "\n"; }
}
?>
--EXPECT--
shared < a < b
shared < a < b
shared < a < b
