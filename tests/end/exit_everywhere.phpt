--TEST--
exit in nested calls, destructors, callbacks, error handlers, generators and output callbacks inside a coroutine (D15, EX-01)
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

$before = <<<'PHP'
Async\spawn(function () { try { Async\delay(100000); } finally { echo "never finally\n"; } });
class E { function __destruct() { echo "exit in destructor\n"; exit(21); } }
PHP;
$after = '; echo "never\n"; }); try { Async\delay(100000); } finally { echo "never main\n"; }';
foreach ([
    'destructor of a local' => '$e = new E; unset($e)',
    'destructor at the end' => '$e = new E; return; ',
    'array_map' => 'array_map(function () { Async\suspend(); exit(22); }, [1, 2])',
    'usort' => '$a = [3, 1, 2]; usort($a, function () { exit(23); })',
    'error handler' => 'set_error_handler(function () { Async\suspend(); exit(24); }); echo $undefined',
    'generator' => 'foreach ((function () { yield 1; Async\suspend(); exit(25); })() as $x) Async\suspend()',
    'eval' => 'eval("Async\\suspend(); exit(26);")',
    'protect' => 'Async\protect(function () { Async\suspend(); exit(27); })',
    '__toString' => 'echo new class { function __toString(): string { Async\suspend(); exit(28); } }',
    'with a caught exception around' => 'try { exit(29); } catch (Throwable) { echo "never caught\n"; } finally { echo "never finally\n"; }',
    'while an exception unwinds' => 'try { throw new Exception; } finally { Async\suspend(); exit(30); }',
    'autoload' => 'spl_autoload_register(function () { Async\suspend(); exit(31); }); class_exists("Nope")',
] as $name => $body) {
    show_php($name, $before . "\nAsync\\spawn(function () { " . $body . $after);
}
?>
--EXPECT--
-- destructor of a local
exit in destructor
status 21
-- destructor at the end
exit in destructor
status 21
-- array_map

status 22
-- usort

status 23
-- error handler

status 24
-- generator

status 25
-- eval

status 26
-- protect

status 27
-- __toString

status 28
-- with a caught exception around

status 29
-- while an exception unwinds

status 30
-- autoload

status 31
