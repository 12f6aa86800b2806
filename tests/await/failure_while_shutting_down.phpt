--TEST--
Second phase: an unhandled failure during the graceful shutdown also ends by force coroutines that swallow the cancellation (D21)
--FILE--
<?php
use function Async\{spawn, delay, protect};

spawn(function () {
    for ($n = 0; $n < 3; $n++) {
        try {
            protect(fn() => delay(60000));
        } catch (Async\AsyncCancellation) {
            echo "swallowed\n";
        }
    }
});
spawn(function () {
    try {
        delay(60000);
    } finally {
        throw new LogicException('from finally');
    }
});
spawn(fn() => throw new Exception('first'));
$start = hrtime(true);
register_shutdown_function(function () use ($start) {
    echo "\nover: ", var_export(hrtime(true) - $start < 20e9, true), "\n";
});
// schedules: any
?>
--EXPECTF--
swallowed
swallowed
swallowed

Fatal error: Uncaught Exception: first in %s:%d
%ALogicException: from finally in %A
over: true
