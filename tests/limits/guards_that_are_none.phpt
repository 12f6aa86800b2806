--TEST--
Where madvise() says 0 and makes no guard, as under an emulator, mprotect() guards the stacks (architecture "Stack size")
--SKIPIF--
<?php
require __DIR__ . '/../inc/child.php';
exec('command -v cc', $output, $status);
if ($status !== 0) die('skip needs cc');
skip_under_tools('a tool has an madvise() of its own');
?>
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

$wrapper = sys_get_temp_dir() . '/async-guards-' . getmypid();
passthru('cc -o ' . escapeshellarg($wrapper) . ' ' . escapeshellarg(__DIR__ . '/guards_that_are_none.c'));
putenv('COMMAND=' . getenv('TEST_PHP_EXECUTABLE'));
putenv("TEST_PHP_EXECUTABLE=$wrapper");
$run = fn(string $code) => run_php($code, '-d async.stack_size=256K -d opcache.enable_cli=0', 'ulimit -c 0;');
[$output, $status] = $run(<<<'PHP'
    $closed = fn() => count(preg_grep('/ ---p /', file('/proc/self/maps')));
    $before = $closed();
    for ($i = 0; $i < 20; $i++) { Async\spawn(fn() => Async\delay(10)); }
    Async\suspend();
    echo $closed() - $before >= 20 ? 'closed' : 'open', "\n";
    echo Async\stats()['stacks_unguarded'], " without a guard\n";
    PHP);
echo $output;
[$output, $status] = $run(<<<'PHP'
    function nested(int $n) { return array_map(fn($x) => nested($x + 1), [$n]); }
    Async\await(Async\spawn(fn() => nested(0)));
    PHP);
unlink($wrapper);
echo preg_match('/async\.stack_size|Maximum call stack size/', $output) ? "the overflow is reported\n" : $output;
?>
--EXPECT--
closed
0 without a guard
the overflow is reported
