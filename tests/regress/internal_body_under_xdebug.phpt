--TEST--
xdebug, which asks for the caller of a new stack, gets an answer while only internal functions run (SP-06)
--SKIPIF--
<?php
if (!is_file(ini_get('extension_dir') . '/xdebug.so')) die('skip xdebug is not there');
if (getenv('ASYNC_TEST_TOOL')) die('skip xdebug is not ours to check');
if (ini_get('opcache.jit_buffer_size')) die('skip xdebug and the JIT do not go together');
?>
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

$code = <<<'PHP'
use function Async\{spawn, await, delay};

// Each of these is parked with no user function on its stack when the next one needs a stack of its own.
foreach (['usleep', 'sleep', 'usleep'] as $function) {
    $bodies[] = spawn($function, $function === 'sleep' ? 0 : 1000);
}
$bodies[] = spawn(usleep(...), 1000);
$bodies[] = spawn(function () {
    delay(1);
    return count(debug_backtrace());
});
echo json_encode(array_map(Async\await(...), $bodies)), "\n";
PHP;
$loaded = run_php('echo (int) extension_loaded("xdebug");')[0] === '1' ? '' : '-d zend_extension=xdebug';
foreach (['coverage', 'develop', 'debug'] as $mode) {
    show_php($mode, $code, "$loaded -d xdebug.mode=$mode -d xdebug.start_with_request=no");
}
?>
--EXPECT--
-- coverage
[null,0,null,null,1]
status 0
-- develop
[null,0,null,null,1]
status 0
-- debug
[null,0,null,null,1]
status 0
