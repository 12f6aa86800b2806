--TEST--
Main fails after a wait inside a Fiber that is gone: its run queue entry does not refer to the Fiber (D22, D10)
--FILE--
<?php
use function Async\{spawn, suspend, delay};

register_shutdown_function(function () { echo "shutdown\n"; });
spawn(fn() => suspend());
(function () {
    $fiber = new Fiber(function () { suspend(); });
    $fiber->start();
})();
spawn(function () { suspend(); exit(3); });
spawn(fn() => delay(100000));
throw new Exception('end of main');
?>
--EXPECTF--
Fatal error: Uncaught Exception: end of main in %s:%d
Stack trace:
#0 {main}
  thrown in %s on line %d
shutdown
