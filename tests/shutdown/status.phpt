--TEST--
Exit status and report: 255 and "Uncaught" after the cleanup for a coroutine of any scope, at once for main (GS-08, D21, D29)
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

$before = <<<'PHP'
$scope = new Async\Scope; $child = Async\Scope::inherit();
Async\spawn(function () { try { Async\delay(600000); } finally { Async\delay(1); echo "cleanup\n"; } });
Async\suspend();
register_shutdown_function(fn() => print("\nshutdown function\n"));
PHP;
show_php('root scope', $before . '$scope->spawn(fn() => throw new Exception("X")); Async\delay(600000);');
show_php('child scope', $before . '$child->spawn(fn() => throw new Exception("X")); Async\delay(600000);');
show_php('main', $before . 'throw new Exception("X");');
show_php('main, others in scopes', $before . '$child->spawn(function () { try { Async\delay(600000); } finally { echo "child scope cleans up\n"; } }); $scope->spawn(function () { for ($i = 0; $i < 90; $i++) Async\suspend(); Async\delay(50); echo "root scope goes on\n"; }); Async\suspend(); throw new Exception("X");');
show_php('user handler', 'set_exception_handler(function ($e) { echo "handler: ", $e->getMessage(), "\n"; });' . $before . '$child->spawn(fn() => throw new Exception("X")); Async\delay(600000);');
show_php('user handler throws', 'set_exception_handler(function ($e) { throw new Error("from handler"); });' . $before . '$child->spawn(fn() => throw new Exception("X")); Async\delay(600000);');
show_php('handler of a cancellation', 'set_exception_handler(fn($e) => print("never\n"));' . $before . '$child->spawn(fn() => throw new Async\AsyncCancellation("X")); Async\gracefulShutdown(); Async\suspend();');
?>
--EXPECTF--
-- root scope
cleanup

Fatal error: Uncaught Exception: X in Standard input code:%d
%A  thrown in Standard input code on line %d
  in coroutine #%d spawned at Standard input code:%d
  by the main script

shutdown function
status 255
-- child scope
cleanup

Fatal error: Uncaught Exception: X in Standard input code:%d
%A  thrown in Standard input code on line %d
  in coroutine #%d spawned at Standard input code:%d
  by the main script

shutdown function
status 255
-- main

Fatal error: Uncaught Exception: X in Standard input code:%d
%A  thrown in Standard input code on line %d
cleanup

shutdown function
status 255
-- main, others in scopes

Fatal error: Uncaught Exception: X in Standard input code:%d
%A  thrown in Standard input code on line %d
child scope cleans up
cleanup
root scope goes on

shutdown function
status 255
-- user handler
cleanup
handler: X

shutdown function
status 0
-- user handler throws
cleanup

Fatal error: Uncaught Error: from handler in Standard input code:%d
%A  thrown in Standard input code on line %d

shutdown function
status 255
-- handler of a cancellation
cleanup

shutdown function
status 0
