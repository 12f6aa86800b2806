--TEST--
Main's own context is emptied at the end of the script, while other coroutines go on; destructors can suspend and throw (CL-04, D14)
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

$class = <<<'PHP'
use function Async\{coroutineContext, spawn, suspend, delay};
class Calls { function __construct(public Closure $f) {} function __destruct() { ($this->f)(); } }
register_shutdown_function(fn() => print("shutdown function\n"));
$other = spawn(function () { suspend(); suspend(); suspend(); suspend(); delay(5); echo "other ends\n"; });
function at_end(Closure $f) { coroutineContext()->set('a', new Calls($f)); }

PHP;
show_php('suspends', $class . 'at_end(function () { echo "released\n"; suspend(); delay(1); echo "destroyed\n"; }); echo "end of main\n";');
show_php('handle held', $class . 'at_end(fn() => print("released\n")); $me = Async\currentCoroutine(); $context = coroutineContext();');
show_php('callbacks', $class . 'at_end(fn() => print("released\n")); Async\onFinally(fn($c) => print(json_encode($c->getContext()->has("a")) . "\n"));');
show_php('throws', $class . 'at_end(fn() => throw new Exception("of the destructor"));', '-d log_errors=0 -d html_errors=0');
show_php('throws a cancellation', $class . 'at_end(fn() => throw new Async\AsyncCancellation("silent"));');
show_php('exits', $class . 'at_end(function () { echo "released\n"; exit(7); });');
show_php('main exits', $class . 'at_end(fn() => print("released\n")); exit(8);');
show_php('other exits meanwhile', $class . 'spawn(function () { suspend(); exit(9); }); at_end(function () { echo "released\n"; delay(100000); echo "never\n"; });');
show_php('uncaught in main', $class . 'at_end(fn() => print("released\n")); set_exception_handler(fn($e) => print($e->getMessage() . "\n")); throw new Exception("of main");');
?>
--EXPECTF--
-- suspends
end of main
released
destroyed
other ends
shutdown function
status 0
-- handle held
released
other ends
shutdown function
status 0
-- callbacks
true
released
other ends
shutdown function
status 0
-- throws

Fatal error: Uncaught Exception: of the destructor in Standard input code:%d
Stack trace:
%A
shutdown function
status 255
-- throws a cancellation
other ends
shutdown function
status 0
-- exits
released
shutdown function
status 7
-- main exits
released
shutdown function
status 8
-- other exits meanwhile
released
shutdown function
status 9
-- uncaught in main
of main
released
shutdown function
status 0
