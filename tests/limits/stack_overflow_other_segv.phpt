--TEST--
The overflow handler ignores other crashes: main's own stack overflow ends as without the extension
--SKIPIF--
<?php
require __DIR__ . '/../inc/child.php';
skip_under_tools('a tool has its own report');
?>
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

$code = 'function nested(int $n) { return array_map(fn($x) => nested($x + 1), [$n]); }' . "\n";
[$output, $status] = run_php($code . 'Async\spawn(fn() => Async\suspend()); Async\suspend(); nested(0);', '-d memory_limit=-1', 'ulimit -c 0; ulimit -s 1024;');
[$stock, $expected] = run_php($code . 'nested(0);', '-d memory_limit=-1', 'ulimit -c 0; ulimit -s 1024;');
var_dump($status === $expected, $status !== 0, str_contains($output, 'coroutine'));
?>
--EXPECT--
bool(true)
bool(true)
bool(false)
