--TEST--
Cancelling waiters in the middle of a queue keeps the order of the others (lifetime rule 6, P3, P4)
--FILE--
<?php
use function Async\{spawn, await, suspend, delay};

foreach ([[0], [4], [2], [1, 3], [0, 4], [0, 1, 2, 3, 4]] as $victims) {
    $source = spawn(function () { suspend(); suspend(); return 'r'; });
    $ws = [];
    foreach (range(0, 4) as $i) $ws[$i] = spawn(function () use ($source, $i) { await($source); echo $i; });
    suspend();
    foreach ($victims as $v) $ws[$v]->cancel();
    foreach ($ws as $w) { try { await($w); } catch (Async\AsyncCancellation) {} }
    echo "\n";
}
?>
--EXPECT--
1234
0123
0134
024
123
