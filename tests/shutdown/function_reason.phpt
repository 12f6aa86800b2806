--TEST--
gracefulShutdown() works from anywhere; a given cancellation is the reason of all; the status stays; a second call does nothing (GS-06, GS-07, D21)
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

$code = <<<'PHP'
use Async\Scope;
use function Async\{spawn, delay, suspend};
class Reason extends Async\AsyncCancellation {}
function wait($name) { try { delay(600000); } catch (Async\AsyncCancellation $e) { echo "$name: ", get_class($e), ' ', preg_replace('/ at .*/', '', $e->getMessage()), $e->getPrevious() ? ' <- ' . $e->getPrevious()->getMessage() : '', "\n"; throw $e; } }
spawn(wait(...), 'global');
$child = Scope::inherit();
$child->spawn(wait(...), 'child');
suspend();
register_shutdown_function(fn() => print("shutdown function\n"));
PHP;
show_php('without', $code . 'spawn(fn() => Async\gracefulShutdown()); wait("main");');
show_php('reason', $code . 'spawn(fn() => Async\gracefulShutdown(new Reason("mine"))); wait("main");');
show_php('exception', $code . 'spawn(fn() => Async\graceful_shutdown(new LogicException("fatal"))); wait("main");');
show_php('from main', $code . 'Async\gracefulShutdown(new Reason("mine")); echo "goes on until it waits\n"; wait("main");');
show_php('in a scope below', $code . '$child->spawn(fn() => Async\gracefulShutdown()); wait("main");');
show_php('in a root scope', $code . '$root = new Scope; $root->spawn(function () { Async\gracefulShutdown(); suspend(); echo "root scope goes on\n"; }); wait("main");');
show_php('twice', $code . 'spawn(function () { Async\gracefulShutdown(new Reason("first")); Async\gracefulShutdown(new Reason("second")); Async\gracefulShutdown(); suspend(); }); wait("main");');
show_php('alone', 'Async\gracefulShutdown(); echo "end of main\n";');
show_php('with a status', $code . 'spawn(fn() => Async\gracefulShutdown()); try { wait("main"); } finally { exit(7); }');
?>
--EXPECTF--
-- without
child: Async\AsyncCancellation Graceful shutdown
main: Async\AsyncCancellation Graceful shutdown
global: Async\AsyncCancellation Graceful shutdown
shutdown function
status 0
-- reason
child: Reason mine
main: Reason mine
global: Reason mine
shutdown function
status 0
-- exception
child: Async\AsyncCancellation Graceful shutdown <- fatal
main: Async\AsyncCancellation Graceful shutdown <- fatal
global: Async\AsyncCancellation Graceful shutdown <- fatal

Fatal error: Uncaught LogicException: fatal in Standard input code:%d
%A
shutdown function
status 255
-- from main
goes on until it waits
main: Reason mine
child: Reason mine
global: Reason mine
shutdown function
status 0
-- in a scope below
child: Async\AsyncCancellation Graceful shutdown
main: Async\AsyncCancellation Graceful shutdown
global: Async\AsyncCancellation Graceful shutdown
shutdown function
status 0
-- in a root scope
child: Async\AsyncCancellation Graceful shutdown
main: Async\AsyncCancellation Graceful shutdown
global: Async\AsyncCancellation Graceful shutdown
root scope goes on
shutdown function
status 0
-- twice
child: Reason first
main: Reason first
global: Reason first
shutdown function
status 0
-- alone
end of main
status 0
-- with a status
child: Async\AsyncCancellation Graceful shutdown
main: Async\AsyncCancellation Graceful shutdown
shutdown function
status 7
