--TEST--
The programs of this folder say the same while xdebug writes profiles and traces
--SKIPIF--
<?php
require __DIR__ . '/under.inc';
skip_without('xdebug');
if (ini_get('opcache.jit_buffer_size')) die('skip xdebug and the JIT do not go together');
?>
--FILE--
<?php
require __DIR__ . '/under.inc';
$xdebug = load('xdebug') . ' -d xdebug.start_with_request=yes -d xdebug.output_dir=FOLDER -d xdebug.mode';
compare_under(
    ['trace' => "$xdebug=trace", 'profile' => "$xdebug=profile", 'gcstats' => "$xdebug=gcstats"],
    // xdebug's profiler crashes where a Fiber calls exit(), on stock PHP, too.
    ['profile' => ['exit_caught', 'exit_output', 'exit_that_fails', 'shared_by_functions', 'shutdown_and_exit']],
);
?>
--EXPECT--
trace: same
profile: same
gcstats: same
