--TEST--
Generators of a cancelled coroutine are closed with it: finally blocks, also delegated ones, run once and can wait (CN-14, P8)
--FILE--
<?php
use function Async\{spawn, await, suspend, delay};

function inner() { try { yield 1; delay(100000); yield 2; } finally { echo "inner starts "; delay(1); echo "ends\n"; } }
function outer() { try { yield from inner(); } finally { echo "outer starts "; suspend(); echo "ends\n"; } }
foreach (['waiting inside', 'waiting outside', 'kept elsewhere'] as $how) {
    echo "$how:\n";
    $kept = null;
    $c = spawn(function () use ($how, &$kept) {
        $g = outer();
        if ($how === 'kept elsewhere') $kept = $g;
        foreach ($g as $x) {
            if ($how !== 'waiting inside') delay(100000);
        }
    });
    suspend();
    $c->cancel();
    try { await($c); } catch (Async\AsyncCancellation) {}
    echo "ended\n";
    $kept = null;
    unset($c);
}
?>
--EXPECT--
waiting inside:
inner starts ends
outer starts ends
ended
waiting outside:
inner starts ends
outer starts ends
ended
kept elsewhere:
ended
inner starts ends
outer starts ends
