--TEST--
max_execution_time does not count waits, and fires in a coroutine that computes (D30)
--SKIPIF--
<?php if (getenv('ASYNC_TEST_TOOL')) die('skip measures processor time'); if (PHP_ZTS) die('skip counts wall-clock time in thread-safe builds'); ?>
--FILE--
<?php
use function Async\{spawn, delay};

set_time_limit(1);
delay(1300);
echo "waited longer than the limit\n";
register_shutdown_function(function () { echo "\nshutdown\n"; });
spawn(function () { try { while (true); } finally { echo "never\n"; } });
delay(100000);
?>
--EXPECTF--
waited longer than the limit

Fatal error: Maximum execution time of 1 second exceeded in %s on line %d
  in coroutine #%d spawned at %s:%d
  by the main script

shutdown
