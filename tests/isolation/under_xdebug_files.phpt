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
$xdebug = loading('xdebug') . '-d xdebug.start_with_request=yes -d xdebug.output_dir=FOLDER -d xdebug.mode';
compare_under(
    ['trace' => "$xdebug=trace", 'profile' => "$xdebug=profile", 'gcstats' => "$xdebug=gcstats"],
    // xdebug's profiler crashes where a Fiber calls exit(), on stock PHP, too. The one for PHP 8.4 keeps the name of each
    // call in PHP's memory until the calling Fiber ends, and contexts of coroutines are used again and again.
    ['profile' => ['exit_caught', 'exit_output', 'exit_that_fails', 'headers_complete_exit', 'shared_by_functions', 'shutdown_and_exit',
        ...(PHP_VERSION_ID >= 80400 ? ['default_context', 'nesting_and_numbers'] : [])]],
);
?>
--EXPECT--
trace: same
profile: same
gcstats: same
