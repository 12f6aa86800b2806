--TEST--
Graceful shutdown, first phase: new coroutines stay possible, awaits and delays in cleanup work (D21)
--FILE--
<?php
use function Async\{spawn, await, delay, timeout};

spawn(function () {
    try {
        delay(100000);
    } finally {
        delay(1);
        echo await(spawn(function () { delay(1); return "spawned during the shutdown"; }), timeout(10000)), "\n";
        spawn(function () { delay(2); echo "not awaited, runs too\n"; });
    }
});
spawn(fn() => throw new Exception('reason'));
// schedules: any
?>
--EXPECTF--
spawned during the shutdown
not awaited, runs too

Fatal error: Uncaught Exception: reason in %s:%d
%A
