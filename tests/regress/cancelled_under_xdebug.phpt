--TEST--
A stock function whose wait is cancelled gives no warning where Xdebug displays warnings
--SKIPIF--
<?php
if (PHP_ZTS) die('skip with threads Xdebug displays them');
if (!is_file(ini_get('extension_dir') . '/xdebug.so')) die('skip xdebug is not there');
if (getenv('ASYNC_TEST_TOOL')) die('skip xdebug is not ours to check');
if (ini_get('opcache.jit_buffer_size')) die('skip xdebug and the JIT do not go together');
?>
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

$code = <<<'PHP'
use function Async\{spawn, await, delay};

$server = stream_socket_server('tcp://127.0.0.1:0');
$accepting = spawn(fn() => stream_socket_accept($server, 60));
delay(1);
$accepting->cancel();
try {
    await($accepting);
} catch (Async\AsyncCancellation $e) {
    echo get_class($e), "\n";
}
// Other warnings are shown, also to a handler of the program.
foreach ([1, 2] as $round) {
    ob_start();
    stream_socket_accept($server, 0);
    echo str_contains(ob_get_clean(), 'Accept failed') ? "a warning\n" : "none\n";
    set_error_handler(fn() => print("a handler\n"));
    $accepting = spawn(fn() => stream_socket_accept($server, 60));
    delay(1);
    $accepting->cancel();
    delay(1);
    stream_socket_accept($server, 0);
    restore_error_handler();
}
PHP;
$loaded = run_php('echo (int) extension_loaded("xdebug");')[0] === '1' ? '' : '-d zend_extension=xdebug';
show_php('develop', $code, "$loaded -d xdebug.mode=develop -d xdebug.start_with_request=no");
?>
--EXPECT--
-- develop
Async\AsyncCancellation
a warning
a handler
a warning
a handler
status 0
