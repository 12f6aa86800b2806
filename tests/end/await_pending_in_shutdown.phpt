--TEST--
await() of an unfinished coroutine in a shutdown function throws AsyncException and does not hang (D14, P14)
--FILE--
<?php
$main = null;
register_shutdown_function(function () use (&$timeout) {
    try {
        Async\await($timeout);
    } catch (Async\AsyncException $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
});
$timeout = Async\timeout(100000);
?>
--EXPECTF--
Async\AsyncException: %s
