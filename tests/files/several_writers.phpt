--TEST--
Several coroutines write to one full pipe: writes are not torn, appended lines stay whole (D28, IO-05, IO-01)
--FILE--
<?php
require __DIR__ . '/storage.inc';
on_all_storage(<<<'CODE'
use function Async\{awaitAll, spawn, suspend};

$file = tempnam(sys_get_temp_dir(), 'files');
register_shutdown_function(fn() => @unlink($file));
// A process reads slowly; the data is far more than a pipe holds.
$pipe = popen('sleep 0.05; cat > ' . escapeshellarg($file), 'w');
$all = [];
for ($i = 0; $i < 5; $i++) {
    $all[] = spawn(fn() => fwrite($pipe, str_repeat(chr(ord('a') + $i), 200000)));
}
[$written] = awaitAll($all);
pclose($pipe);
echo implode(' ', $written), "\n";
$content = file_get_contents($file);
for ($at = $runs = 0; $at < strlen($content); $at += $length, $runs++) {
    echo $length = strspn($content, $content[$at], $at), ' ';
}
echo "$runs\n";

file_put_contents($file, '');
$all = [];
for ($i = 0; $i < 20; $i++) {
    $all[] = spawn(function () use ($file, $i) {
        $f = fopen($file, 'a');
        for ($j = 0; $j < 10; $j++) {
            fwrite($f, str_repeat(chr(ord('a') + $i), 1000 + $j) . "\n");
            suspend();
        }
    });
}
awaitAll($all);
$lines = file($file, FILE_IGNORE_NEW_LINES);
var_dump(count($lines), count(preg_grep('/^(.)\1*$/', $lines)), count(array_unique(array_map('crc32', $lines))));
CODE);
?>
--EXPECT--
200000 200000 200000 200000 200000
200000 200000 200000 200000 200000 5
int(200)
int(200)
int(200)
