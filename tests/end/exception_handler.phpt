--TEST--
set_exception_handler() gets an uncaught exception as in stock PHP (status 0): of a coroutine after the drain, of main at once (D29, P12)
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

$handler = <<<'PHP'
set_exception_handler(function ($e) { echo 'handler: ', get_class($e), ' ', $e->getMessage(), "\n"; });
register_shutdown_function(function () { echo "shutdown\n"; });

PHP;
show_php('coroutine', $handler . <<<'PHP'
Async\spawn(function () { try { Async\delay(100000); } finally { echo "cancelled\n"; } });
Async\spawn(fn() => throw new Exception('from coroutine'));
PHP);
show_php('main', $handler . <<<'PHP'
Async\spawn(function () { try { Async\delay(100000); } finally { echo "cancelled\n"; } });
Async\suspend();
throw new Exception('from main');
PHP);
show_php('the handler throws', <<<'PHP'
set_exception_handler(function ($e) { throw new LogicException('from handler', 0, $e); });
Async\spawn(fn() => throw new Exception('from coroutine'));
PHP);
show_php('the handler uses coroutines', <<<'PHP'
set_exception_handler(function ($e) { Async\suspend(); Async\delay(1); echo 'handler: ', $e->getMessage(), "\n"; });
Async\spawn(fn() => throw new Exception('from coroutine'));
PHP);
?>
--EXPECTF--
-- coroutine
cancelled
handler: Exception from coroutine
shutdown
status 0
-- main
handler: Exception from main
cancelled
shutdown
status 0
-- the handler throws

Fatal error: Uncaught Exception: from coroutine in Standard input code:%d
%ANext LogicException: from handler in Standard input code:%d
%Astatus 255
-- the handler uses coroutines
handler: from coroutine
status 0
