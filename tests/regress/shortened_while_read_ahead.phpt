--TEST--
A coroutine prints a file that another one makes shorter while it is read from the disk (P1)
--SKIPIF--
<?php
exec('dd --version 2>&1', $lines, $status);
if ($status !== 0) die('skip dd is missing');
?>
--FILE--
<?php
use function Async\{await, spawn, suspend};

$file = tempnam(sys_get_temp_dir(), 'async');
$prints = ['readfile' => readfile(...), 'fpassthru' => fn($file) => fpassthru(fopen($file, 'r'))];
foreach ($prints as $name => $print) {
    file_put_contents($file, str_repeat('x', 1 << 20));
    $handle = fopen($file, 'r+');
    fsync($handle);
    // Out of the page cache, if the file system can do that.
    exec('dd of=' . escapeshellarg($file) . ' oflag=nocache conv=notrunc,fdatasync count=0 2>&1');
    $printer = spawn(function () use ($print, $file) {
        ob_start();
        return $print($file) === strlen(ob_get_clean());
    });
    suspend();
    ftruncate($handle, 10);
    echo "$name: ", json_encode(await($printer)), "\n";
}
unlink($file);
?>
--EXPECT--
readfile: true
fpassthru: true
