--TEST--
No free descriptor at the first start of the loop: AsyncException that names the limit, the program goes on (quality "Bad input")
--SKIPIF--
<?php
require __DIR__ . '/../inc/child.php';
skip_under_tools('limits descriptors');
?>
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

[$output, $status] = run_php(<<<'PHP'
$open = [];
while ($f = @fopen('/dev/null', 'r')) $open[] = $f;
foreach ([fn() => Async\delay(1), fn() => Async\timeout(1), fn() => Async\await(Async\spawn(fn() => Async\delay(1)))] as $try) {
    try { $try(); echo "worked\n"; } catch (Async\AsyncException $e) { echo $e->getMessage(), "\n"; }
}
$open = null;
Async\delay(1);
echo Async\await(Async\spawn(function () { Async\delay(1); return 'goes on'; })), "\n";
PHP, '', 'ulimit -n 40;');
echo $output, "status $status\n";
?>
--EXPECTF--
%Sulimit -n%S
%Sulimit -n%S
%Sulimit -n%S
goes on
status 0
