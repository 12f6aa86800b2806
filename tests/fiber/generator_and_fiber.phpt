--TEST--
A generator can be advanced by two coroutines in turn; at the same time it throws PHP's own Error (D22)
--FILE--
<?php
use function Async\{spawn, await, suspend};

function numbers() {
    for ($i = 0; $i < 4; $i++) {
        suspend();
        yield $i;
    }
}
$g = numbers();
$a = spawn(fn() => $g->current());
echo await($a), "\n";
$b = spawn(function () use ($g) { $g->next(); return $g->current(); });
echo await($b), "\n";

$busy = spawn(function () use ($g) { $g->next(); return $g->current(); });
suspend();
try { $g->next(); } catch (Error $e) { echo $e->getMessage(), "\n"; }
echo await($busy), "\n";
$g->next();
echo $g->current(), "\n";
?>
--EXPECT--
0
1
Cannot resume an already running generator
2
3
