--TEST--
exit in a shutdown function, and an exception there, end as in stock PHP (D15, P12)
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

$before = 'Async\spawn(function () { Async\delay(1); echo "coroutine\n"; }); ';
show_php('exit', $before . 'register_shutdown_function(function () { echo "first\n"; exit(5); }); register_shutdown_function(function () { echo "second\n"; });');
show_php('stock', 'register_shutdown_function(function () { echo "first\n"; exit(5); }); register_shutdown_function(function () { echo "second\n"; });');
show_php('exception', $before . 'register_shutdown_function(function () { throw new Exception("in shutdown"); }); register_shutdown_function(function () { echo "second\n"; });');
show_php('exception in stock', 'register_shutdown_function(function () { throw new Exception("in shutdown"); }); register_shutdown_function(function () { echo "second\n"; });');
?>
--EXPECTF--
-- exit
coroutine
first
status 5
-- stock
first
status 5
-- exception
coroutine

Fatal error: Uncaught Exception: in shutdown in Standard input code:1
%A
status 255
-- exception in stock

Fatal error: Uncaught Exception: in shutdown in Standard input code:1
%A
status 255
