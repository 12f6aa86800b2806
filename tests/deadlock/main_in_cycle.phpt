--TEST--
A deadlock that involves main is found while main waits; main's finally blocks run (D26, DL-01)
--FILE--
<?php
use function Async\{spawn, await, currentCoroutine};

$main = currentCoroutine();
$c = spawn(fn() => await($main));
try {
    await($c);
} finally {
    echo "main: finally\n";
}
?>
--EXPECTF--
Warning: Deadlock: the main script (#1), suspended at %smain_in_cycle.php:7, waits for coroutine #2 (spawned at %s:5); cycle: #1 -> #2 -> #1 in %smain_in_cycle.php on line 7

Warning: Deadlock: coroutine #2 spawned at %s:5, by the main script, suspended at %s:5, waits for the main script (#1); cycle: #2 -> #1 -> #2 in %smain_in_cycle.php on line 5
main: finally

Fatal error: Uncaught Async\DeadlockError: %s
%A
