--TEST--
The thread that opens a FIFO ends with a cancelled fopen(), although no process opens the other end (lifetime rule 1)
--EXTENSIONS--
posix
--SKIPIF--
<?php if (!is_dir('/proc/self/task')) die('skip the threads of a process cannot be counted'); ?>
--FILE--
<?php
use function Async\{await, delay, spawn};

$fifo = __DIR__ . '/fifo_cancelled_thread.fifo';
posix_mkfifo($fifo, 0600);

/* The first one is the main thread. */
function threads(): int
{
    return count(scandir('/proc/self/task')) - 2;
}

$before = threads();
foreach (['r', 'w'] as $mode) {
    $openers = [];
    for ($i = 0; $i < 20; $i++) {
        $openers[] = spawn(fopen(...), $fifo, $mode);
    }
    try {
        delay(5);
        $opening = threads() - $before;
    } finally {
        foreach ($openers as $opener) {
            $opener->cancel();
        }
    }
    $cancelled = 0;
    foreach ($openers as $opener) {
        try {
            await($opener);
        } catch (Async\AsyncCancellation) {
            $cancelled++;
        }
    }
    // A thread that is done with its job may need a moment to end.
    for ($i = 0; $i < 100 && threads() > $before; $i++) {
        delay(10);
    }
    echo "$mode: $opening threads, $cancelled cancelled, ", threads() - $before, " left\n";
}
?>
--CLEAN--
<?php @unlink(__DIR__ . '/fifo_cancelled_thread.fifo');
?>
--EXPECT--
r: 20 threads, 20 cancelled, 0 left
w: 20 threads, 20 cancelled, 0 left
