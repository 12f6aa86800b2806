--TEST--
A C stack overflow in a coroutine is reported with the coroutine, the place and the ini setting to raise (architecture "Stack size")
--SKIPIF--
<?php
require __DIR__ . '/../inc/child.php';
skip_under_tools('a tool has its own report');
?>
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

[$output, $status] = run_php(<<<'PHP'
function nested(int $n) { return array_map(fn($x) => nested($x + 1), [$n]); }
echo "starts\n";
Async\spawn(function () {
    nested(0);
});
Async\delay(1);
echo "not reached\n";
PHP, '-d async.stack_size=256K -d opcache.enable_cli=0', 'ulimit -c 0;');
echo $output, "\n";
var_dump($status !== 0);
?>
--EXPECTF--
starts
%A%rasync\.stack_size|Maximum call stack size%r%A
bool(true)
