--TEST--
The programs of this folder say the same while an extension observes all calls, switches and errors
--SKIPIF--
<?php
require __DIR__ . '/under.inc';
skip_without();
is_executable(dirname((string) getenv('TEST_PHP_EXECUTABLE')) . '/php-config') && exec('command -v cc')
    or die('skip needs cc and php-config');
?>
--FILE--
<?php
require __DIR__ . '/under.inc';
$module = __DIR__ . '/observer.' . getmypid() . '.so';
$includes = trim(shell_exec(escapeshellarg(dirname(getenv('TEST_PHP_EXECUTABLE')) . '/php-config') . ' --includes'));
echo shell_exec('cc -shared -fPIC -O1 -o ' . escapeshellarg($module) . ' ' . escapeshellarg(__DIR__ . '/observer.c')
    . " $includes -DZEND_COMPILE_DL_EXT=1 2>&1");
$observer = '-d extension=' . escapeshellarg($module);
$conditions = ['observer' => $observer];
$opcache = loading('opcache') . '-d opcache.enable_cli=1';
foreach (['function', 'tracing'] as $jit) {
    $conditions["observer and $jit"] = $observer
        . (is_at_hand('opcache') ? " $opcache -d opcache.jit_buffer_size=16M -d opcache.jit=$jit" : '');
}
compare_under($conditions);
unlink($module);
?>
--EXPECT--
observer: same
observer and function: same
observer and tracing: same
