--TEST--
First phase of the graceful shutdown: new coroutines can start; awaits and delays work in clean-up code (D21)
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
