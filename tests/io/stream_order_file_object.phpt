--TEST--
All methods of SplFileObject that read a line take turns (D28)
--EXTENSIONS--
posix
--FILE--
<?php
use function Async\{await, spawn, suspend};

$name = __DIR__ . '/stream_order_file_object.fifo';
@unlink($name);
posix_mkfifo($name, 0600);
$writer = fopen($name, 'r+');
$file = new SplFileObject($name, 'r');
unlink($name);

$lines = [
    spawn(fn() => $file->fgets()),
    spawn(fn() => $file->getCurrentLine()),
    spawn(fn() => $file->getCurrentLine()),
];
suspend();
foreach (['one ', "line\nanother ", "line\nthe last ", "line\n"] as $part) {
    fwrite($writer, $part);
    usleep(1000);
}
foreach ($lines as $line) echo await($line);
?>
--CLEAN--
<?php
@unlink(__DIR__ . '/stream_order_file_object.fifo');
?>
--EXPECT--
one line
another line
the last line
