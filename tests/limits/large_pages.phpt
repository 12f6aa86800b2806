--TEST--
With pages of 64 KiB, as on some systems with aarch64, each size of stacks works and has its guard (architecture "Stack size")
--SKIPIF--
<?php
require __DIR__ . '/../inc/child.php';
exec('command -v cc', $output, $status);
if ($status !== 0) die('skip needs cc');
skip_under_tools('a tool has to be loaded first');
?>
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

$shim = sys_get_temp_dir() . '/async-pages-' . getmypid() . '.so';
passthru('cc -shared -fPIC -o ' . escapeshellarg($shim) . ' ' . escapeshellarg(__DIR__ . '/large_pages.c'));
// For PHP alone: other programs may have another C library.
$wrapper = "$shim.sh";
file_put_contents($wrapper, "#!/bin/sh\nLD_PRELOAD=$shim exec " . escapeshellarg(getenv('TEST_PHP_EXECUTABLE')) . ' "$@"');
chmod($wrapper, 0700);
putenv("TEST_PHP_EXECUTABLE=$wrapper");
foreach (['64K', '100K', '256K', '1M', '0'] as $size) {
    $run = fn(string $code) => run_php($code, "-d async.stack_size=$size -d opcache.enable_cli=0", 'ulimit -c 0;');
    [$output] = $run(<<<'PHP'
        function nested(int $n) { return $n === 0 ? Async\delay(1) ?? 0 : 1 + array_map(nested(...), [$n - 1])[0]; }
        $tasks = array_map(fn() => Async\spawn(fn() => nested(10)), range(1, 200));
        echo array_sum(array_map(fn($task) => Async\await($task), $tasks)), ' ';
        echo Async\stats()['stacks_unguarded'], "\n";
        PHP);
    echo "$size: $output";
    [$output] = $run(<<<'PHP'
        function nested(int $n) { return array_map(fn($x) => nested($x + 1), [$n]); }
        Async\await(Async\spawn(fn() => nested(0)));
        PHP);
    echo preg_match('/async\.stack_size|Maximum call stack size/', $output) ? "the overflow is reported\n" : $output;
}
unlink($shim);
unlink($wrapper);
?>
--EXPECT--
64K: 2000 0
the overflow is reported
100K: 2000 0
the overflow is reported
256K: 2000 0
the overflow is reported
1M: 2000 0
the overflow is reported
0: 2000 0
the overflow is reported
