--TEST--
A deadlock inside protect() ends too: the forced phase follows when the graceful one can wake no coroutine (D21, D25, P14)
--FILE--
<?php
use function Async\{spawn, await, protect};

error_reporting(E_ALL & ~E_WARNING);
$a = spawn(function () use (&$b) {
    try {
        protect(fn() => await($b));
    } finally {
        echo "a: finally\n";
    }
});
$b = spawn(function () use ($a) { protect(fn() => await($a)); });
// schedules: any
?>
--EXPECTF--
a: finally

Fatal error: Uncaught Async\DeadlockError: %A
