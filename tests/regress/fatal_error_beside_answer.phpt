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

$over = false;
// An answer may come alone on a busy machine. Then its coroutine asks again.
$ask = function (Closure $call) use (&$over) {
    do {
        $call();
    } while (!$over);
    echo "BROKEN: a coroutine runs after the fatal error\n";
};
spawn($ask, fn() => gethostbyname('localhost'));
spawn($ask, fn() => fsync($file));
spawn(function () use (&$over) {
    suspend();
    // Another ready coroutine, so that the reactor is polled while the first one is in the run queue.
    spawn(function () {
        while (true) {
            suspend();
        }
    });
    // No job: both answers have come, and neither coroutine has run since.
    // Different numbers of turns: the polls of the reactor may fall into step with those of one kind.
    for ($round = 1; stats()['jobs'] > 0; $round++) {
        sleep_in_place(min(10 * $round, 200));
        for ($turn = $round % 4; $turn >= 0 && stats()['jobs'] > 0; $turn--) {
            suspend();
        }
    }
    $over = true;
    @trigger_error('the end', E_USER_ERROR);
});

function sleep_in_place(int $ms): void
{
    for ($end = hrtime(true) + $ms * 1e6; hrtime(true) < $end;);
}
?>
--CLEAN--
<?php
unlink(__DIR__ . '/fatal_error_beside_answer.txt');
?>
--EXPECTF--

Fatal error: the end in %s on line %d
  in coroutine #%d spawned at %s
  by the main script
descriptors of the file: 1
