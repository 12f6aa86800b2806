--TEST--
Destroying a suspended Fiber inside a coroutine unwinds it: finally blocks run and can wait (D22, P8)
--FILE--
<?php
use function Async\{spawn, await, suspend, delay};

function drop($how) {
    $fiber = new Fiber(function () use ($how) {
        try {
            Fiber::suspend();
        } finally {
            echo "$how: finally starts\n";
            delay(1);
            echo "$how: finally ends\n";
        }
    });
    $fiber->start();
    suspend();
    if ($how === 'unset') {
        unset($fiber);
    } elseif ($how === 'cycle') {
        $cycle = new stdClass; $cycle->self = $cycle; $cycle->fiber = $fiber;
        unset($fiber, $cycle);
        gc_collect_cycles();
    } elseif ($how === 'exception') {
        throw new Exception('unwinds');
    }
    echo "$how: done\n";
}
foreach (['unset', 'return', 'cycle', 'exception'] as $how) {
    $c = spawn('drop', $how);
    spawn(function () { suspend(); });
    try { await($c); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
}
// schedules: any
?>
--EXPECT--
unset: finally starts
unset: finally ends
unset: done
return: done
return: finally starts
return: finally ends
cycle: finally starts
cycle: finally ends
cycle: done
exception: finally starts
exception: finally ends
unwinds
