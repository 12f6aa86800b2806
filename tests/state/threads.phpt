--TEST--
In a PHP with threads each thread has a scheduler, settings and counters of its own, which begin with zeros
--SKIPIF--
<?php
PHP_ZTS or die('skip needs a PHP with threads (ZTS)');
is_executable(dirname((string) getenv('TEST_PHP_EXECUTABLE')) . '/php-config') && exec('command -v cc') or die('skip needs cc and php-config');
?>
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

$module = tempnam(sys_get_temp_dir(), 'threads');
$flags = shell_exec(dirname(getenv('TEST_PHP_EXECUTABLE')) . '/php-config --includes');
echo shell_exec('cc -shared -fPIC -O1 -o ' . escapeshellarg("$module.so") . ' ' . escapeshellarg(__DIR__ . '/threads.c')
    . ' ' . trim($flags) . ' -DZEND_COMPILE_DL_EXT=1 -DZEND_ENABLE_STATIC_TSRMLS_CACHE=1 2>&1');
$code = <<<'CODE'
    $request = <<<'REQUEST'
        $begin = Async\stats();
        unset($begin['import_slots']);
        $settings = ini_get_all('async', false);
        ini_set('async.shared_connection', 'throw');
        ini_set('async.zombie_coroutine_timeout', '7');
        $wait = function (int $number): int {
            usleep(1000 * $number);
            [$in, $out] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
            $reader = Async\spawn(fread(...), $in, 10);
            fwrite($out, str_repeat('x', $number));
            return strlen(Async\await($reader));
        };
        $sum = array_sum(array_map(Async\await(...), array_map(fn($number) => Async\spawn($wait, $number), range(1, 10))));
        printf("from %d with %s s and %s: %d spawned, %d coroutines, sum %d\n", array_sum($begin),
            $settings['async.zombie_coroutine_timeout'], $settings['async.shared_connection'],
            Async\stats()['spawned'], Async\stats()['coroutines'], $sum);
        REQUEST;
    echo "-- before the first call of the main thread\n";
    threads_run($request);
    echo "-- several at once, while a coroutine of the main thread is parked\n";
    $parked = Async\spawn(usleep(...), 1000);
    Async\suspend();
    threads_run($request, $request, $request);
    echo "-- where their memory was\n";
    threads_run($request);
    echo "-- the main thread\n";
    Async\await($parked);
    echo Async\stats()['spawned'], ' spawned, ', ini_get('async.zombie_coroutine_timeout'), " s\n";
    CODE;
// New memory is not zero.
[$output, $status] = run_php($code, '-d extension=' . escapeshellarg("$module.so"), 'export MALLOC_PERTURB_=165; ');
echo "{$output}status $status\n";
@unlink($module);
@unlink("$module.so");
?>
--EXPECT--
-- before the first call of the main thread
from 0 with 2 s and wait: 20 spawned, 1 coroutines, sum 55
-- several at once, while a coroutine of the main thread is parked
from 0 with 2 s and wait: 20 spawned, 1 coroutines, sum 55
from 0 with 2 s and wait: 20 spawned, 1 coroutines, sum 55
from 0 with 2 s and wait: 20 spawned, 1 coroutines, sum 55
-- where their memory was
from 0 with 2 s and wait: 20 spawned, 1 coroutines, sum 55
-- the main thread
1 spawned, 2 s
status 0
