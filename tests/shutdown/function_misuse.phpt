--TEST--
gracefulShutdown(): wrong types; in shutdown functions it does nothing (GS-06, D14)
--FILE--
<?php
foreach ([42, new stdClass, 'x'] as $wrong) {
    try { Async\gracefulShutdown($wrong); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
}
register_shutdown_function(function () {
    try { Async\gracefulShutdown(new Exception('not raised')); } catch (Async\AsyncException $e) { echo get_class($e), "\n"; }
});
Async\suspend();
?>
--EXPECT--
Async\gracefulShutdown(): Argument #1 ($throwable) must be of type ?Throwable, int given
Async\gracefulShutdown(): Argument #1 ($throwable) must be of type ?Throwable, stdClass given
Async\gracefulShutdown(): Argument #1 ($throwable) must be of type ?Throwable, string given
Async\AsyncException
