--TEST--
Two coroutines that await each other end in a warning for each, the graceful shutdown, and a DeadlockError (DL-01, DL-02, DL-03, D21, D26, P14)
--FILE--
<?php
use function Async\{spawn, await, suspend};

register_shutdown_function(function () { echo "shutdown\n"; });
$a = spawn(function () use (&$b) {
    suspend();
    try {
        await($b);
    } finally {
        echo "a: finally\n";
    }
});
$b = spawn(function () use ($a) {
    await($a);
});
echo "main ends\n";
// schedules: any
?>
--EXPECTF--
main ends

Warning: Deadlock: coroutine #2 spawned at %stwo_await_each_other.php:5, by the main script, suspended at %stwo_await_each_other.php:8, waits for coroutine #3 (spawned at %stwo_await_each_other.php:13); cycle: #2 -> #3 -> #2 in %s on line %d

Warning: Deadlock: coroutine #3 spawned at %stwo_await_each_other.php:13, by the main script, suspended at %stwo_await_each_other.php:14, waits for coroutine #2 (spawned at %stwo_await_each_other.php:5); cycle: #3 -> #2 -> #3 in %s on line %d
a: finally

Fatal error: Uncaught Async\DeadlockError: %s in %A
shutdown
