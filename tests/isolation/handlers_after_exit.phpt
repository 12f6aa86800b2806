--TEST--
After exit() in main error handlers of each isolation are called in its shutdown functions
--FILE--
<?php
use function Async\{suspend};
require __DIR__ . '/isolated.inc';
set_error_handler(fn($t, $m) => print("main: $m\n"));
register_shutdown_function(fn() => trigger_error('shutdown of main'));
$t[] = isolated(function () { set_error_handler(fn($t, $m) => print("one: $m\n"));  register_shutdown_function(fn() => trigger_error('shutdown of one')); suspend(); suspend(); });
$t[] = isolated(function () { register_shutdown_function(fn() => trigger_error('shutdown of two')); suspend(); suspend(); });
suspend(); suspend(); exit;
?>
--EXPECT--
main: shutdown of one
main: shutdown of two
main: shutdown of main
