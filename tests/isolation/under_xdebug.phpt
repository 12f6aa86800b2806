--TEST--
The programs of this folder say the same under xdebug in its modes debug, coverage and develop
--SKIPIF--
<?php
require __DIR__ . '/under.inc';
skip_without('xdebug');
if (ini_get('opcache.jit_buffer_size')) die('skip xdebug and the JIT do not go together');
?>
--FILE--
<?php
require __DIR__ . '/under.inc';
$xdebug = loading('xdebug') . '-d xdebug.start_with_request=no -d xdebug.mode';
compare_under(
    ['debug' => "$xdebug=debug", 'coverage' => "$xdebug=coverage", 'develop' => "$xdebug=develop"],
    // They set all settings, the limits of xdebug, too.
    ['develop' => ['settings_each', 'settings_each_extensions']],
    without_additions(...),
);
?>
--EXPECT--
debug: same
coverage: same
develop: same
