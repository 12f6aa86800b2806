--TEST--
Exceptions of destructors at the end of a coroutine: of its locals a failure, of an unreachable result an unhandled one (P7, CO-04)
--FILE--
<?php
use function Async\{spawn, await, suspend};

class Thrower { function __construct(private $m) {} function __destruct() { throw new Exception($this->m); } }
$c = spawn(function () { $t = new Thrower('local'); return 'lost result'; });
try { var_dump(await($c)); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
$c = spawn(function () { $t = new Thrower('local'); throw new Exception('body'); });
try { await($c); } catch (Exception $e) { echo $e->getMessage(), ', previous ', $e->getPrevious()?->getMessage(), "\n"; }
$c = spawn(fn($t) => 'result', new Thrower('argument'));
try { var_dump(await($c)); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
// An awaited result: the destructor runs where the last reference is released.
$c = spawn(fn() => new Thrower('in main'));
suspend();
try { unset($c); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
set_exception_handler(fn($e) => print('handler: ' . $e->getMessage() . "\n"));
spawn(fn() => new Thrower('without an awaiter'));
?>
--EXPECT--
local
local, previous body
argument
in main
handler: without an awaiter
