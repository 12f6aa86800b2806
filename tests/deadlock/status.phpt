--TEST--
A deadlock ends with status 255; DeadlockError reaches set_exception_handler(); a coroutine that swallows the cancellation goes on (DL-02, DL-03, D29)
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

$cycle = 'error_reporting(E_ALL & ~E_WARNING); $a = Async\spawn(function () use (&$b) { try { Async\await($b); } catch (Async\AsyncCancellation) { echo "swallowed\n"; Async\delay(1); echo "goes on\n"; } }); $b = Async\spawn(fn() => Async\await($a));';
show_php('fatal', $cycle);
show_php('handler', 'set_exception_handler(fn($e) => print(get_class($e) . "\n")); ' . $cycle);
?>
--EXPECTF--
-- fatal
swallowed
goes on

Fatal error: Uncaught Async\DeadlockError: %s
%A
status 255
-- handler
swallowed
goes on
Async\DeadlockError
status 0
