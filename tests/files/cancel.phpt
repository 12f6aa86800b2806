--TEST--
A cancelled read has no effect: no warning, no end of file, the position stays (D11, D34)
--FILE--
<?php
require __DIR__ . '/storage.inc';
on_all_storage(<<<'CODE'
use function Async\{await, awaitAll, delay, spawn, suspend, timeout};

set_error_handler(fn($n, $message) => print("$message\n"));
$cancelled = function (callable $call) {
    $waiting = spawn($call);
    suspend();
    suspend();
    $waiting->cancel();
    try {
        await($waiting);
        echo "went on\n";
    } catch (Async\AsyncCancellation) {
        echo "cancelled\n";
    }
};

// A pipe.
$process = proc_open('read x; echo hello', [['pipe', 'r'], ['pipe', 'w']], $pipes);
foreach ([fn() => fread($pipes[1], 10), fn() => fgets($pipes[1]), fn() => stream_get_contents($pipes[1])] as $call) {
    $cancelled($call);
    var_dump(feof($pipes[1]));
}
try {
    await(spawn(fn() => fgets($pipes[1])), timeout(20));
} catch (Async\AwaitCancelledException) {
    echo "time limit\n";
}
// That one still waits, and gets it.
fwrite($pipes[0], "\n");
delay(50);
var_dump(fgets($pipes[1]), feof($pipes[1]));
proc_close($process);

// A full pipe.
$process = proc_open('sleep 0.2; wc -c', [['pipe', 'r'], ['pipe', 'w']], $pipes);
$cancelled(fn() => fwrite($pipes[0], str_repeat('x', 1000000)));
fclose($pipes[0]);
var_dump((int) fgets($pipes[1]) < 1000000);
proc_close($process);

// A file: as long as the read takes no time, it is not cancelled.
$file = tempnam(sys_get_temp_dir(), 'files');
file_put_contents($file, str_repeat('0123456789', 100000));
$f = fopen($file, 'r');
fseek($f, 5);
$read = null;
$reader = spawn(function () use ($f, &$read) { $read = fread($f, 8192); });
suspend();
$reader->cancel();
try {
    await($reader);
} catch (Async\AsyncCancellation) {
}
var_dump($read === null ? ftell($f) === 5 && !feof($f) && fread($f, 3) === '567' : ftell($f) === 8197 && fread($f, 3) === '789');
unlink($file);
CODE);
?>
--EXPECT--
cancelled
bool(false)
cancelled
bool(false)
cancelled
bool(false)
time limit
bool(false)
bool(true)
cancelled
bool(true)
bool(true)
