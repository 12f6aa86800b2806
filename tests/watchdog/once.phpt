--TEST--
One warning for each activity of any length; the next activity can cause another
--INI--
async.max_activity_interval=20
--FILE--
<?php
use function Async\{spawn, await, suspend, delay, currentCoroutine};

$warnings = 0;
$main = currentCoroutine();
set_error_handler(function () use (&$warnings, $main) {
    // On a busy machine main may get one, too.
    $warnings += currentCoroutine() !== $main;
    return true;
});

function busy(float $seconds): void { for ($end = hrtime(true) + $seconds * 1e9; hrtime(true) < $end;); }
function busy_until(int $count): void
{
    global $warnings;
    for ($end = hrtime(true) + 30e9; $warnings < $count && hrtime(true) < $end;);
}

$first = spawn(function () {
    busy_until(1);
    busy(0.2);
    echo $GLOBALS['warnings'], "\n";
    suspend();
    busy_until(2);
    busy(0.2);
    echo $GLOBALS['warnings'], "\n";
});
await($first);
// Fibers within a coroutine do not give up control of the thread.
await(spawn(function () {
    $fiber = new Fiber(function () { while (true) Fiber::suspend(); });
    $fiber->start();
    for ($end = hrtime(true) + 30e9; $GLOBALS['warnings'] < 3 && hrtime(true) < $end;) $fiber->resume();
    for ($end = hrtime(true) + 2e8; hrtime(true) < $end;) $fiber->resume();
    echo $GLOBALS['warnings'], "\n";
}));
?>
--EXPECT--
1
2
3
