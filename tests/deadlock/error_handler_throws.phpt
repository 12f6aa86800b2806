--TEST--
An error handler that throws for the deadlock warning: its exception ends the application (DL-02)
--FILE--
<?php
use function Async\{spawn, await};

set_error_handler(function ($n, $message, $file, $line) {
    throw new ErrorException(strtok($message, '#'), 0, $n, $file, $line);
});
$a = spawn(function () use (&$b) { await($b); });
$b = spawn(fn() => await($a));
// schedules: any
?>
--EXPECTF--
Fatal error: Uncaught ErrorException: Deadlock: coroutine  in %A
