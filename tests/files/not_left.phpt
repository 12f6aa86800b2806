--TEST--
Phar archives, ini files and sources are read without a coroutine switch (P10, D33, IO-01)
--EXTENSIONS--
phar
--FILE--
<?php
require __DIR__ . '/storage.inc';
on_all_storage(<<<'CODE'
use function Async\{awaitAll, spawn, suspend};

$dir = sys_get_temp_dir() . '/async-files-' . uniqid(getmypid() . '_');
mkdir($dir);
register_shutdown_function(function () use ($dir) {
    array_map('unlink', glob("$dir/*"));
    rmdir($dir);
});
$archive = new PharData("$dir/a.zip");
for ($i = 0; $i < 5; $i++) {
    $archive["entry$i"] = str_repeat("content of $i, ", 10000);
}
$archive->compressFiles(Phar::GZ);
unset($archive);
copy("$dir/a.zip", "$dir/b.zip");
$all = [];
for ($i = 0; $i < 5; $i++) {
    $all[] = spawn(function () use ($dir, $i) {
        $sums = [];
        $f = fopen("phar://$dir/b.zip/entry$i", 'r');
        while (!feof($f)) {
            $sums[] = md5((string) fread($f, 8192));
            suspend();
        }
        return md5(implode($sums)) . strlen((new PharData("$dir/b.zip"))["entry$i"]->getContent());
    });
}
$expected = array_map(fn($i) => md5(implode(array_map('md5', str_split(str_repeat("content of $i, ", 10000), 8192))))
    . strlen(str_repeat("content of $i, ", 10000)), range(0, 4));
var_dump(awaitAll($all)[0] === $expected);

// Two scanners at once would see each other's state.
$read = fn(int $i) => [parse_ini_file("$dir/i$i", true), php_strip_whitespace("$dir/p$i"), include "$dir/p$i"];
for ($i = 0; $i < 5; $i++) {
    file_put_contents("$dir/i$i", "[section$i]\n" . str_repeat("list[] = value$i\n", 100));
    file_put_contents("$dir/p$i", "<?php  /* number $i */  return $i;");
}
$last = $read(4);
var_dump($last[0] === ['section4' => ['list' => array_fill(0, 100, 'value4')]], $last[1], $last[2]);
var_dump(awaitAll(array_map(fn($i) => spawn($read, $i), range(0, 4)))[0] === array_map($read, range(0, 4)));
CODE);
?>
--EXPECT--
bool(true)
bool(true)
string(16) "<?php  return 4;"
int(4)
bool(true)
