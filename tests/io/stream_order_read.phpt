--TEST--
Several coroutines read from one stream: each call gets a whole answer, with every function (D28)
--FILE--
<?php
// schedules: any
error_reporting(E_ALL & ~E_DEPRECATED);   // methods of SplFileObject, from 8.6 on
use function Async\{spawn, await};
require __DIR__ . '/slow_stream.inc';

/** Several of the same call at once; their answers in no particular order. */
function together(string $name, int $count, callable $call): void
{
    $coroutines = [];
    for ($i = 0; $i < $count; $i++) {
        $coroutines[] = spawn($call);
    }
    $answers = array_map(fn($c) => json_encode(await($c)), $coroutines);
    sort($answers);
    echo "$name: ", implode(' ', $answers), "\n";
}

$lines = "alpha\nbeta of it\ngamma\ndelta and so on\n";
$s = slow($lines);
together('fgets', 4, fn() => fgets($s));
$s = slow("first,1\nsecond,2\nthird,3\n");
together('fgetcsv', 3, fn() => fgetcsv($s, null, ',', '"', ''));
$s = slow("ten 10\neleven 11\ntwelve 12\n");
together('fscanf', 3, fn() => fscanf($s, '%s %d'));
$s = slow('one||twenty||three hundred||');
together('stream_get_line', 3, fn() => stream_get_line($s, 100, '||'));
$s = slow('abcdefghijkl');
together('stream_get_contents', 3, fn() => stream_get_contents($s, 4));
$s = slow('xyz');
together('fgetc', 3, fn() => fgetc($s));
$s = slow('everything');
together('to the end', 2, fn() => stream_get_contents($s));
$s = slow('everything');
together('file_put_contents', 2, function () use ($s) {
    $file = tempnam(sys_get_temp_dir(), 'async');
    file_put_contents($file, $s);
    $content = file_get_contents($file);
    unlink($file);
    return $content;
});
$s = slow('abcdefghijkl');
together('hash_update_stream', 2, function () use ($s) {
    hash_update_stream($h = hash_init('crc32b'), $s, 6);
    return hash_final($h);
});
echo hash('crc32b', 'abcdef'), ' ', hash('crc32b', 'ghijkl'), "\n";
$s = slow($lines);
together('loops', 2, function () use ($s) {
    for ($whole = true; !feof($s) && ($line = fgets($s)) !== false;) {
        $whole = $whole && in_array($line, ["alpha\n", "beta of it\n", "gamma\n", "delta and so on\n"]);
    }
    return $whole;
});

echo "a file object\n";
SlowStream::$input['object'] = $lines;
$o = new SplFileObject('slow://object');
together('fgets', 4, fn() => $o->fgets());
class MyFile extends SplFileObject {}
SlowStream::$input['mine'] = $lines;
$o = new MyFile('slow://mine');
together('of a subclass', 4, fn() => $o->fgets());
SlowStream::$input['csv'] = "first,1\nsecond,2\n";
$o = new SplFileObject('slow://csv');
together('fgetcsv', 2, fn() => $o->fgetcsv(',', '"', ''));
?>
--EXPECT--
fgets: "alpha\n" "beta of it\n" "delta and so on\n" "gamma\n"
fgetcsv: ["first","1"] ["second","2"] ["third","3"]
fscanf: ["eleven",11] ["ten",10] ["twelve",12]
stream_get_line: "one" "three hundred" "twenty"
stream_get_contents: "abcd" "efgh" "ijkl"
fgetc: "x" "y" "z"
to the end: "" "everything"
file_put_contents: "" "everything"
hash_update_stream: "4b8e39ef" "cc12cbad"
4b8e39ef cc12cbad
loops: true true
a file object
fgets: "alpha\n" "beta of it\n" "delta and so on\n" "gamma\n"
of a subclass: "alpha\n" "beta of it\n" "delta and so on\n" "gamma\n"
fgetcsv: ["first","1"] ["second","2"]
