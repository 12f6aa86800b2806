--TEST--
Another coroutine can close, truncate or read a file safely while a job on that file is pending (D28, lifetime rules 1 and 4)
--FILE--
<?php
require __DIR__ . '/storage.inc';
on_all_storage(<<<'CODE'
use function Async\{await, awaitAll, spawn, suspend};

$file = tempnam(sys_get_temp_dir(), 'files');
register_shutdown_function(fn() => @unlink($file));
$content = str_repeat('0123456789abcdef', 200000);
file_put_contents($file, $content);

// Two descriptors of one file, and a name that is used for another one as soon as it is free.
$readers = [];
for ($i = 0; $i < 10; $i++) {
    $readers[] = spawn(fn() => md5(file_get_contents($file)));
}
var_dump(array_unique(awaitAll($readers)[0]) === [md5($content)]);

// Made shorter in the middle of being read: no more than there was, and no less than there is.
$reader = spawn(function () use ($file) {
    $f = fopen($file, 'r');
    for ($n = 0; !feof($f); suspend()) {
        $n += strlen((string) fread($f, 100000));
    }
    return $n;
});
suspend();
suspend();
ftruncate(fopen($file, 'r+'), 1000);
$n = await($reader);
var_dump($n >= 1000 && $n <= strlen($content));

// Left in the middle, the descriptor reused.
file_put_contents($file, $content);
$f = fopen($file, 'r');
$reader = spawn(fn() => file_get_contents($file));
suspend();
$reader->cancel();
try {
    await($reader);
} catch (Async\AsyncCancellation) {
}
unset($reader);
$g = fopen(__FILE__, 'r');
var_dump(fread($g, 5), ftell($g), md5(stream_get_contents($f)) === md5($content));
CODE);
?>
--EXPECT--
bool(true)
bool(true)
string(5) "<?php"
int(5)
bool(true)
