--TEST--
No address space for another stack: an AsyncException that names the limit for the one coroutine, the program goes on (quality "Bad input")
--SKIPIF--
<?php
require __DIR__ . '/../inc/child.php';
skip_under_tools('limits the address space');
?>
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

[$output, $status] = run_php(<<<'PHP'
use function Async\{spawn, await, suspend, delay};
$gate = spawn(fn() => delay(50));
$cs = [];
for ($i = 0; $i < 3000; $i++) $cs[] = spawn(function () use ($gate) { await($gate); return 'ran'; });
$ran = $failed = 0;
$message = '';
foreach ($cs as $c) {
    try {
        await($c) === 'ran' && $ran++;
    } catch (Async\AsyncException $e) {
        $failed++;
        $message = $e->getMessage();
    }
}
echo $ran > 10 ? 'some ran' : "$ran ran", ', ', $failed > 10 ? 'some failed' : "$failed failed", ', ', $ran + $failed, "\n$message\n";
echo await(spawn(fn() => 'goes on')), "\n";
PHP, '-d memory_limit=64M', 'ulimit -v 700000;');
echo $output, "status $status\n";
?>
--EXPECTF--
some ran, some failed, 3000
%Sulimit -v%S
goes on
status 0
