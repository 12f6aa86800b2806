--TEST--
memory_limit and E_USER_ERROR in a coroutine during the drain: message, shutdown functions, status 255 (P12, quality "Bad input")
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

$before = 'register_shutdown_function(function () { echo "\nshutdown: ", strtok(error_get_last()["message"] ?? "no error", "0"), "\n"; });
Async\spawn(function () { try { Async\delay(100000); } finally { echo "never\n"; } });
';
show_php('memory_limit', $before . 'Async\spawn(function () { Async\delay(1); $s = str_repeat("x", 500_000_000); echo "never\n"; });', '-d memory_limit=32M');
show_php('memory_limit caught?', $before . 'Async\spawn(function () { try { Async\delay(1); $s = str_repeat("x", 500_000_000); } catch (Throwable) { echo "never\n"; } finally { echo "never\n"; } });', '-d memory_limit=32M');
show_php('E_USER_ERROR', $before . 'Async\spawn(function () { Async\delay(1); @trigger_error("user", E_USER_ERROR); echo "never\n"; });');
?>
--EXPECTF--
-- memory_limit

Fatal error: Allowed memory size of %d bytes exhausted%r(?:(?!never).)*%r
shutdown: Allowed memory size of 33554432 bytes exhausted %S
status 255
-- memory_limit caught?

Fatal error: Allowed memory size of %d bytes exhausted%r(?:(?!never).)*%r
shutdown: Allowed memory size of 33554432 bytes exhausted %S
status 255
-- E_USER_ERROR

Fatal error: user in %r(?:(?!never).)*%r
shutdown: user
status 255
