--TEST--
With xdebug's own throw hook, a cancellation still comes first among a stock function's exceptions, and leaves main silently (D11, D14, D29)
--SKIPIF--
<?php
if (!is_file(ini_get('extension_dir') . '/xdebug.so')) die('skip xdebug is not there');
if (getenv('ASYNC_TEST_TOOL')) die('skip xdebug is not ours to check');
if (ini_get('opcache.jit_buffer_size')) die('skip xdebug and the JIT do not go together');
?>
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

$lead = <<<'PHP'
use function Async\{spawn, await, suspend};

$server = stream_socket_server('tcp://127.0.0.1:0');
$url = 'http://' . stream_socket_get_name($server, false);
// A failed open is an exception here.
function open(string $url) { new SplFileObject($url); }
$tasks = [
    'body' => spawn('open', $url),
    'frames' => spawn(fn() => open($url)),
    'catch' => spawn(function () use ($url) {
        try {
            open($url);
        } catch (Exception) {
            return 'swallowed';
        }
    }),
];
foreach ($tasks as $task) $clients[] = stream_socket_accept($server);
suspend();
foreach ($tasks as $name => $task) {
    $task->cancel();
    try {
        $outcome = await($task);
    } catch (Throwable $e) {
        $outcome = $e::class . ' after ' . get_debug_type($e->getPrevious());
    }
    echo "$name: $outcome\n";
}
PHP;
$main = <<<'PHP'
set_exception_handler(fn($e) => print('handler: ' . $e->getMessage() . "\n"));
Async\spawn(function () { throw new Exception('failed'); });
Async\delay(60_000);
PHP;
$loaded = run_php('echo (int) extension_loaded("xdebug");')[0] === '1' ? '' : '-d zend_extension=xdebug';
foreach (['develop', 'debug'] as $mode) {
    show_php("$mode: leads", $lead, "$loaded -d xdebug.mode=$mode -d xdebug.start_with_request=no");
    show_php("$mode: main", $main, "$loaded -d xdebug.mode=$mode -d xdebug.start_with_request=no");
}
?>
--EXPECT--
-- develop: leads
body: Async\AsyncCancellation after RuntimeException
frames: Async\AsyncCancellation after RuntimeException
catch: Async\AsyncCancellation after RuntimeException
status 0
-- develop: main
handler: failed
status 0
-- debug: leads
body: Async\AsyncCancellation after RuntimeException
frames: Async\AsyncCancellation after RuntimeException
catch: Async\AsyncCancellation after RuntimeException
status 0
-- debug: main
handler: failed
status 0
