--TEST--
A fatal error in a coroutine: PHP's message, no finally block, shutdown functions see error_get_last(), status 255 (quality "Bad input", P12)
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

$before = <<<'PHP'
register_shutdown_function(function () { echo "\nshutdown: ", strtok(error_get_last()['message'] ?? 'no error', "("), "\n"; });
Async\spawn(function () { try { Async\delay(100000); echo "never\n"; } finally { echo "never finally\n"; } });
Async\suspend();
Async\spawn(function () { try { Async\suspend(); 
PHP;
$after = ' echo "never\n"; } finally { echo "never finally 2\n"; } }); try { Async\delay(100000); } finally { echo "never main\n"; }';
show_php('E_USER_ERROR', $before . '@trigger_error("user error", E_USER_ERROR);' . $after);
show_php('redeclared', $before . 'eval("function strlen() {}");' . $after);
show_php('memory_limit', $before . '$s = str_repeat("x", 500_000_000);' . $after, '-d memory_limit=32M');
show_php('memory_limit in steps', $before . '$a = []; while (true) $a[] = str_repeat("x", 65536);' . $after, '-d memory_limit=32M');
show_php('time limit', $before . 'set_time_limit(1); while (true);' . $after);
show_php('in a fiber', $before . '(new Fiber(function () { Async\suspend(); @trigger_error("in fiber", E_USER_ERROR); }))->start();' . $after);
?>
--EXPECTF--
-- E_USER_ERROR

Fatal error: user error in Standard input code on line 4%r(?:(?!never).)*%r
shutdown: user error
status 255
-- redeclared

Fatal error: Cannot redeclare %Sstrlen() in Standard input code(4) : eval()'d code on line 1%r(?:(?!never).)*%r
shutdown: Cannot redeclare %Sstrlen
status 255
-- memory_limit

Fatal error: Allowed memory size of 33554432 bytes exhausted%sin Standard input code on line 4%r(?:(?!never).)*%r
shutdown: Allowed memory size of 33554432 bytes exhausted%S
status 255
-- memory_limit in steps

Fatal error: Allowed memory size of 33554432 bytes exhausted%sin Standard input code on line 4%r(?:(?!never).)*%r
shutdown: Allowed memory size of 33554432 bytes exhausted%S
status 255
-- time limit

Fatal error: Maximum execution time of 1 second exceeded in Standard input code on line 4%r(?:(?!never).)*%r
shutdown: Maximum execution time of 1 second exceeded
status 255
-- in a fiber

Fatal error: in fiber in Standard input code on line 4%r(?:(?!never).)*%r
shutdown: in fiber
status 255
