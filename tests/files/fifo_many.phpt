--TEST--
Any number of coroutines can wait for the other end of FIFOs, which other coroutines open (P11, D11, IO-01)
--SKIPIF--
<?php if (!extension_loaded('posix')) die('skip needs posix'); ?>
--FILE--
<?php
// schedules: any
use function Async\{await, awaitAll, spawn, suspend};

$fifo = fn(int $i) => sys_get_temp_dir() . '/async-files-' . getmypid() . ".$i.fifo";
for ($i = 0; $i < 20; $i++) {
    posix_mkfifo($fifo($i), 0600);
}
register_shutdown_function(fn() => array_map(fn($i) => @unlink($fifo($i)), range(0, 19)));
$readers = $writers = [];
for ($i = 0; $i < 20; $i++) {
    $readers[] = spawn(fn() => file_get_contents($fifo($i)));
}
suspend();
for ($i = 0; $i < 20; $i++) {
    $writers[] = spawn(fn() => file_put_contents($fifo($i), "number $i"));
}
[$read, $errors] = awaitAll($readers);
[$written] = awaitAll($writers);
var_dump(count($read), $read[0], $read[19], array_sum($written), $errors);

// Cancelled without a peer: the FIFO is as before.
foreach (['r', 'w'] as $mode) {
    $waiting = spawn(fn() => @fopen($fifo(0), $mode));
    suspend();
    suspend();
    $waiting->cancel();
    try {
        await($waiting);
    } catch (Async\AsyncCancellation) {
        echo "cancelled\n";
    }
}
$reader = spawn(fn() => file_get_contents($fifo(0)));
$writer = spawn(fn() => file_put_contents($fifo(0), 'again'));
var_dump(await($reader), await($writer));

// A file that becomes a FIFO.
$name = sys_get_temp_dir() . '/async-files-' . getmypid() . '.19.fifo';
unlink($name);
touch($name);
fclose(fopen($name, 'r'));
unlink($name);
posix_mkfifo($name, 0600);
$reader = spawn(fn() => file_get_contents($name));
$writer = spawn(fn() => file_put_contents($name, 'new'));
var_dump(await($reader), await($writer));
?>
--EXPECT--
int(20)
string(8) "number 0"
string(9) "number 19"
int(170)
array(0) {
}
cancelled
cancelled
string(5) "again"
int(5)
string(3) "new"
int(3)
