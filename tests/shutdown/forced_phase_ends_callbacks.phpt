--TEST--
In the forced phase a completion callback that waits without end is ended like every coroutine (GS-05, D21)
--FILE--
<?php
// schedules: may deadlock
// A delay that is cut short does not throw: then there is no forced phase, and the callback waits for ever.
use Async\{Future, FutureState};
use function Async\{await, delay, spawn};

$slow = spawn(function () {
    try {
        delay(60_000);
    } catch (Error) {
        delay(5);
    }
});
$slow->onFinally(function () {
    echo "callback\n";
    try {
        await(new Future(new FutureState));
    } finally {
        echo "callback is over\n";
    }
});
spawn(function () {
    try {
        delay(60_000);
    } catch (Error) {
        throw new Exception('second');
    }
});
spawn(function () { throw new Exception('first'); });
?>
--EXPECTF--
callback
callback is over
%A
Fatal error: Uncaught Exception: first in %s
%A
Warning: Uncaught Exception: second in %s
%A
