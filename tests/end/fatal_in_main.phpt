--TEST--
A fatal error in main while coroutines are parked: none of them runs again, shutdown functions run, status 255 (P12)
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

show_php('E_USER_ERROR', <<<'PHP'
register_shutdown_function(function () { echo "\nshutdown\n"; var_dump(@Async\spawn(fn() => print("never\n"))->isCancelled()); Async\suspend(); });
$c = Async\spawn(function () { try { Async\delay(100000); } finally { echo "never finally\n"; } });
Async\spawn(function () { ob_start(); echo "buffer\n"; Async\delay(1); echo "never\n"; });
Async\suspend();
Async\spawn(fn() => print("never started\n"));
@trigger_error('fatal', E_USER_ERROR);
PHP);
show_php('in a coroutine after main ended', <<<'PHP'
register_shutdown_function(function () { echo "\nshutdown\n"; });
Async\spawn(function () { Async\delay(100000); echo "never\n"; });
Async\spawn(function () { Async\delay(1); @trigger_error('late', E_USER_ERROR); });
PHP);
?>
--EXPECTF--
-- E_USER_ERROR

Fatal error: fatal in Standard input code on line 6%r(?:(?!never).)*%r
shutdown
bool(true)
status 255
-- in a coroutine after main ended

Fatal error: late in Standard input code on line 3%r(?:(?!never).)*%r
shutdown
status 255
