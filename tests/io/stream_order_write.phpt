--TEST--
Several coroutines write to one stream: the bytes of one call stay together, with every function (D28)
--FILE--
<?php
// schedules: any
error_reporting(E_ALL & ~E_DEPRECATED);   // methods of SplFileObject, from 8.6 on
use function Async\{spawn, await};
require __DIR__ . '/slow_stream.inc';

$s = slow();
$source = fopen('php://memory', 'w+');
fwrite($source, "copied from another stream\n");
rewind($source);
$calls = [
    fn() => fwrite($s, "written by fwrite\n"),
    fn() => fputs($s, "written by fputs\n"),
    fn() => fputcsv($s, ['written', 'by', 'fputcsv'], ',', '"', ''),
    fn() => fprintf($s, "written by %s\n", 'fprintf'),
    fn() => vfprintf($s, "written by %s\n", ['vfprintf']),
    fn() => stream_copy_to_stream($source, $s),
    fn() => fflush($s) ? 0 : 'not flushed',
];
$lengths = array_map(fn($c) => await($c), array_map('Async\spawn', $calls));
echo implode(' ', $lengths), "\n";
$lines = explode("\n", trim(written($s)));
sort($lines);
print_r($lines);

echo "a file object\n";
$o = new SplFileObject('slow://object', 'r+');
$calls = [
    fn() => $o->fwrite("written by fwrite\n"),
    fn() => $o->fputcsv(['written', 'by', 'fputcsv'], ',', '"', ''),
    fn() => $o->fflush() ? 0 : 'not flushed',
];
echo implode(' ', array_map(fn($c) => await($c), array_map('Async\spawn', $calls))), "\n";
$lines = explode("\n", trim(SlowStream::$output['object']));
sort($lines);
print_r($lines);

echo "reading and writing at once\n";
$s = slow("a line to read\n");
$order = [];
SlowStream::$before = function (string $name, string $what) use (&$order) {
    $order[$what] = true;
    if (count($order) === 1) {
        Async\suspend();
    }
};
$read = spawn(fn() => fgets($s));
$write = spawn(fn() => fwrite($s, 'a line to write'));
echo await($read), await($write), ' ', written($s), "\n";
SlowStream::$before = null;

echo "copies that cross\n";
$a = slow('from a to b');
$b = slow('from b to a');
$there = spawn(fn() => stream_copy_to_stream($a, $b));
$back = spawn(fn() => stream_copy_to_stream($b, $a));
$echo = slow('to itself');
$itself = spawn(fn() => stream_copy_to_stream($echo, $echo));
echo await($there), ' ', await($back), ' ', await($itself), "\n";
echo written($b), ', ', written($a), ', ', written($echo), "\n";
?>
--EXPECT--
18 17 19 19 20 27 0
Array
(
    [0] => copied from another stream
    [1] => written by fprintf
    [2] => written by fputs
    [3] => written by fwrite
    [4] => written by vfprintf
    [5] => written,by,fputcsv
)
a file object
18 19 0
Array
(
    [0] => written by fwrite
    [1] => written,by,fputcsv
)
reading and writing at once
a line to read
15 a line to write
copies that cross
11 11 9
from a to b, from b to a, to itself
