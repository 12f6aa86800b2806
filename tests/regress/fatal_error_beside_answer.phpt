--TEST--
A fatal error after a worker's answer to a coroutine that never runs again: the answer is freed (P13)
--SKIPIF--
<?php
if (!is_dir('/proc/self/fd')) die('skip needs /proc');
?>
--FILE--
<?php
// Also for leak checkers: an answer has memory and a duplicate of the descriptor.
use function Async\{spawn, stats, suspend};

$path = __DIR__ . '/fatal_error_beside_answer.txt';
register_shutdown_function(function () use ($path) {
    $open = array_filter(glob('/proc/self/fd/*'), fn($entry) => @readlink($entry) === $path);
    echo "descriptors of the file: ", count($open), "\n";
});
$file = fopen($path, 'w');
fwrite($file, 'something to write');

spawn(fn() => print('BROKEN ' . gethostbyname('localhost')));
spawn(fn() => print('BROKEN ' . fsync($file)));
spawn(function () {
    suspend();
    echo stats()['jobs'], " jobs\n";
    // Another ready coroutine, so that the reactor is polled while the first one is in the run queue.
    spawn(function () {
        while (true) {
            suspend();
        }
    });
    do {
        usleep_in_place();
        suspend();
    } while (stats()['jobs'] > 0);
    @trigger_error('the end', E_USER_ERROR);
});

function usleep_in_place(): void
{
    for ($end = hrtime(true) + 1e9; hrtime(true) < $end;);
}
?>
--CLEAN--
<?php
unlink(__DIR__ . '/fatal_error_beside_answer.txt');
?>
--EXPECTF--
2 jobs

Fatal error: the end in %s on line %d
  in coroutine #%d spawned at %s
  by the main script
descriptors of the file: 1
