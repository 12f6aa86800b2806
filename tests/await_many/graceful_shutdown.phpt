--TEST--
A held failure reaches the application when the shutdown cancels its awaiter (AW-18, D10, D21)
--FILE--
<?php
// schedules: may deadlock
use Async\Future;
use function Async\{spawn, awaitAll, gracefulShutdown, suspend};

$failing = spawn(fn() => throw new Exception('held'));
spawn(function () use ($failing) {
    try {
        awaitAll([$failing, new Future]);
    } finally {
        echo "awaiter cancelled\n";
    }
});
for ($i = 0; $i < 3; $i++) suspend();
gracefulShutdown();
?>
--EXPECTF--
awaiter cancelled

Fatal error: Uncaught Exception: held in %s:%d
Stack trace:
#0 [internal function]: {closure%S}()
#1 {main}
  thrown in %s on line %d
  in coroutine #2 spawned at %s:%d
  by the main script
