--TEST--
flock() waits cooperatively for coroutines and processes, also with a time limit, and answers as outside a coroutine (P10, P11, D11, IO-01)
--FILE--
<?php
require __DIR__ . '/../io/transparency.inc';
use function Async\{await, delay, spawn, suspend, timeout};

$file = sys_get_temp_dir() . '/async-files-' . getmypid() . '.lock';
register_shutdown_function(fn() => @unlink($file));
touch($file);
$holder = function (int $ms) use ($file) {
    $process = proc_open([getenv('TEST_PHP_EXECUTABLE') ?: PHP_BINARY, '-n', '-r',
        "flock(\$f = fopen('$file', 'r+'), LOCK_EX); echo 'locked\n'; usleep($ms * 1000);"], [1 => ['pipe', 'w']], $pipes);
    fgets($pipes[1]);
    return $process;
};
transparent([
    'free' => fn() => [flock($f = fopen($file, 'r+'), LOCK_EX, $block), $block, flock($f, LOCK_SH), flock($f, LOCK_UN)],
    'held by a process' => function () use ($file, $holder) {
        $process = $holder(300);
        return [flock(fopen($file, 'r+'), LOCK_EX, $block), $block, proc_close($process)];
    },
    'shared' => fn() => [flock($a = fopen($file, 'r+'), LOCK_SH), flock($b = fopen($file, 'r+'), LOCK_SH)],
    'not blocking' => fn() => [flock($a = fopen($file, 'r+'), LOCK_SH),
        flock($b = fopen($file, 'r+'), LOCK_EX | LOCK_NB, $block), $block],
    'file_put_contents' => function () use ($file, $holder) {
        $process = $holder(300);
        return [file_put_contents($file, 'x', LOCK_EX), proc_close($process)];
    },
    'not possible' => fn() => flock(fopen('php://memory', 'r+'), LOCK_EX),
    'wrong' => fn() => flock(fopen($file, 'r+'), 77),
]);

// Many more than there are workers, one after the other.
$inside = $most = 0;
$all = [];
for ($i = 0; $i < 30; $i++) {
    $all[] = spawn(function () use ($file, &$inside, &$most) {
        $f = fopen($file, 'r+');
        flock($f, LOCK_EX);
        $most = max($most, ++$inside);
        suspend();
        $inside--;
        $inside === 0 && flock($f, LOCK_UN);
    });
}
Async\awaitAll($all);
echo "at most $most at once\n";

// A time limit; the lock is not taken afterwards.
$f = fopen($file, 'r+');
flock($f, LOCK_EX);
$g = fopen($file, 'r+');
try {
    await($waiting = spawn(fn() => flock($g, LOCK_EX)), timeout(30));
} catch (Async\AwaitCancelledException $e) {
    echo get_class($e->getPrevious()), "\n";
}
$waiting->cancel();
try {
    await($waiting);
} catch (Async\AsyncCancellation $e) {
    echo "cancelled\n";
}
flock($f, LOCK_UN);
delay(50);
var_dump(flock(fopen($file, 'r+'), LOCK_EX | LOCK_NB));
?>
--EXPECT--
free: same
held by a process: same
shared: same
not blocking: same
file_put_contents: same
not possible: same
wrong: same
at most 1 at once
Async\TimeoutException
cancelled
bool(true)
