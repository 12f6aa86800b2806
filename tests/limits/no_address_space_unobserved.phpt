--TEST--
A coroutine that gets no stack and has no awaiter is an unhandled failure like any other (D10, quality "Bad input")
--SKIPIF--
<?php
require __DIR__ . '/../inc/child.php';
skip_under_tools('limits the address space');
?>
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

[$output, $status] = run_php(<<<'PHP'
use function Async\{spawn, delay};
$cancelled = 0;
for ($i = 0; $i < 3000; $i++) spawn(function () use (&$cancelled) { try { delay(100000); } finally { $cancelled++; } });
register_shutdown_function(function () use (&$cancelled) { echo "\n", $cancelled > 10 ? 'others were cancelled' : $cancelled, "\n"; });
PHP, '-d memory_limit=64M', 'ulimit -v 700000;');
echo preg_replace('/\n\nWarning: Uncaught Async.*\n\n(?=others)/s', "\n", $output), "status $status\n";
?>
--EXPECTF--

Fatal error: Uncaught Async\AsyncException: %Sulimit -v%S
%Aothers were cancelled
status 255
