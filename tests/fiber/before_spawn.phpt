--TEST--
Fibers before the first coroutine and the reverse order; a user-land scheduler of Fibers beside the extension's (D22, FB-01, FB-02)
--SKIPIF--
<?php
// A packaged PHP does not register the stacks of stock Fibers with valgrind: valgrind itself stops.
if (getenv('ASYNC_TEST_TOOL') === 'valgrind') die('skip stock Fibers under valgrind');
?>
--FILE--
<?php
use function Async\{spawn, await, suspend, delay};

$fiber = new Fiber(function () {
    echo "fiber starts\n";
    $c = spawn(function () { suspend(); return 'from a coroutine'; });
    echo await($c), "\n";
    Fiber::suspend('suspended');
    delay(1);
    echo "fiber ends\n";
    return 'returned';
});
echo $fiber->start(), "\n";
spawn(function () { echo "coroutine\n"; });
suspend();
$fiber->resume();
echo $fiber->getReturn(), "\n";

// Round robin of Fibers in one coroutine, waits below each.
$c = spawn(function () {
    $fibers = [];
    foreach (['x', 'y'] as $n) {
        $fibers[] = new Fiber(function () use ($n) { for ($i = 0; $i < 3; $i++) { delay(1); echo "$n$i "; Fiber::suspend(); } });
    }
    foreach ($fibers as $f) $f->start();
    while ($fibers) {
        foreach ($fibers as $k => $f) { $f->isTerminated() ? null : $f->resume(); if ($f->isTerminated()) unset($fibers[$k]); }
    }
});
await($c);
echo "\n";
// schedules: any
?>
--EXPECT--
fiber starts
from a coroutine
suspended
coroutine
fiber ends
returned
x0 y0 x1 y1 x2 y2 
