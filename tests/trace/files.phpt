--TEST--
async.trace: files are rotated by async.trace_size; hostile names; a file that cannot be written
--INI--
memory_limit=1G
--FILE--
<?php
require __DIR__ . '/../inc/child.php';
require __DIR__ . '/../inc/trace.inc';

$name = trace_name();
[$output] = run_php(<<<'PHP'
use function Async\{spawn, awaitAll, delay};
function long_lived() { for ($i = 0; $i < 300; $i++) delay(1); }
awaitAll([spawn('long_lived'), spawn('long_lived'), spawn('long_lived'), spawn('long_lived')]);
PHP, '-d async.trace_size=100K -d async.trace=' . escapeshellarg($name));
echo $output;
foreach (["$name.1", $name] as $file) {
    $trace = new TraceFile($file, whole: false);
    $trace->report();
    var_dump($trace->track('main') !== null, $trace->track('long_lived') !== null, filesize($file) < 400_000);
}

$name = trace_name();
[$output] = run_php(<<<'PHP'
use function Async\{spawn, awaitAll, delay};
$names = ["\"quoted\" \\ back", "line\nbreak\0zero", "\xff\xfe no UTF-8 \xc3", "é 世界 🎉", "\xed\xa0\x80", str_repeat('long ', 100), "\x7f"];
awaitAll(array_map(fn($name) => spawn(fn() => delay(1))->setName($name), $names));
// More different names than the table holds.
for ($i = 0; $i < 10; $i++) {
    awaitAll(array_map(fn($j) => spawn(fn() => 1)->setName("name $i $j"), range(1, 1000)));
    delay(30);
}
awaitAll([spawn(fn() => delay(1))->setName('again'), spawn(fn() => delay(1))->setName('again')]);
PHP, '-d async.trace=' . escapeshellarg($name));
echo $output;
$trace = new TraceFile($name, whole: false);
$trace->report();
foreach (array_slice($trace->names, 3, 7) as $shown) {
    echo strlen($shown) > 100 ? strlen($shown) : $shown, "\n";
}
$dropped = array_sum(array_map(fn($mark) => $mark['args']['count'] ?? 0, $trace->marks));
var_dump(count(preg_grep('/^#\d+ name \d+ \d+$/', $trace->names)) === 10000 || $dropped > 0);
var_dump(count(preg_grep('/ again$/', $trace->names)) === 2 || $dropped > 0);

// Millions of switches: what the writer cannot follow is dropped and counted, and the file stays sound.
$name = trace_name();
[$output] = run_php(<<<'PHP'
use function Async\{spawn, awaitAll, suspend};
awaitAll(array_map(fn() => spawn(function () { for ($i = 0; $i < 5000; $i++) suspend(); }), range(1, 10)));
PHP, '-d async.trace=' . escapeshellarg($name));
echo $output;
$trace = new TraceFile($name, whole: false);
$trace->report();
$runs = array_sum(array_map('count', array_map(fn($slices) => array_filter($slices, fn($slice) => $slice['cat'] === 'run'), $trace->slices)));
$dropped = array_sum(array_map(fn($mark) => $mark['args']['count'] ?? 0, $trace->marks));
var_dump($runs > 5_000, $runs + $dropped > 50_000);

foreach (['/no/such/folder/trace', '/dev/full'] as $file) {
    echo run_php('Async\delay(1); echo "goes on\n";', "-d html_errors=0 -d async.trace=$file")[0];
}
echo run_php('echo "no coroutine\n";', "-d html_errors=0 -d async.trace=/no/such/folder/trace")[0];
?>
--EXPECTF--
the file is sound
bool(true)
bool(true)
bool(true)
the file is sound
bool(true)
bool(true)
bool(true)
the file is sound
#2 "quoted" \ back
#3 line?break?zero
#4 ?? no UTF-8 ?
#5 é 世界 🎉
#6 ???
%d
#8 %s
bool(true)
bool(true)
the file is sound
bool(true)
bool(true)

Warning: async.trace is without effect (No such file or directory) in %s
goes on
goes on
no coroutine
