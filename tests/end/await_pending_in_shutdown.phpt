--TEST--
Awaiting something unfinished in a shutdown function is an AsyncException, not a hang (D14, P14)
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
