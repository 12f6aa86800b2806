--TEST--
File functions answer as outside a coroutine, from the page cache and from slow storage (P10, IO-01)
--FILE--
<?php
require __DIR__ . '/storage.inc';
on_all_storage(sprintf('require %s;', var_export(__DIR__ . '/../io/transparency.inc', true)) . <<<'CODE'
$dir = sys_get_temp_dir() . '/async-files-' . uniqid(getmypid() . '_');
mkdir($dir);
register_shutdown_function(function () use ($dir) {
    array_map('unlink', glob("$dir/*"));
    rmdir($dir);
});
$file = "$dir/a";
file_put_contents($file, $content = implode("\n", range(1, 20000)));
class_exists(SplFileObject::class);
transparent(array_map(fn($call) => fn() => ($r = $call()) && is_string($r) && strlen($r) > 99 ? md5($r) : $r, [
    'file_get_contents' => fn() => file_get_contents($file),
    'with offset and length' => fn() => file_get_contents($file, offset: 1000, length: 20),
    'beyond the end' => fn() => file_get_contents($file, offset: 1000000),
    'file' => fn() => md5(implode('|', file($file))),
    'readfile' => function () use ($file) {
        ob_start();
        $n = readfile($file);
        return [$n, md5(ob_get_clean())];
    },
    'fread at odd places' => function () use ($file) {
        $f = fopen($file, 'r');
        $r = [];
        foreach ([0, 1, 511, 4095, 4096, 100000, filesize($file) - 3, filesize($file), filesize($file) + 5] as $place) {
            $r[] = [fseek($f, $place), md5(fread($f, 8192)), ftell($f), feof($f), md5(fread($f, 100000)), ftell($f)];
        }
        return $r;
    },
    'whole pages' => function () use ($dir) {
        file_put_contents("$dir/pages", str_repeat('p', 65536));
        $f = fopen("$dir/pages", 'r');
        return [strlen(fread($f, 65536)), feof($f), fread($f, 10), feof($f), rewind($f), strlen(stream_get_contents($f))];
    },
    'mixed' => function () use ($dir) {
        $f = fopen("$dir/mixed", 'w+');
        return [fwrite($f, 'hello world'), fseek($f, 6), fread($f, 2), ftell($f), fwrite($f, 'XY'), ftell($f), fread($f, 10),
            rewind($f), fread($f, 100), ftruncate($f, 3), ftell($f), fwrite($f, '!'), rewind($f), fread($f, 100)];
    },
    'append' => function () use ($dir) {
        @unlink("$dir/log");
        $f = fopen("$dir/log", 'a+');
        return [fwrite($f, 'one'), ftell($f), fseek($f, 1), fread($f, 2), fwrite($f, 'two'), file_get_contents("$dir/log"),
            file_put_contents("$dir/log", 'three', FILE_APPEND | LOCK_EX), file_get_contents("$dir/log")];
    },
    'large writes' => fn() => [file_put_contents("$dir/large", str_repeat('0123456789', 300000)), md5_file("$dir/large"),
        file_put_contents("$dir/large", str_repeat('abc', 700000), FILE_APPEND), md5_file("$dir/large")],
    'grows behind the end' => function () use ($dir) {
        file_put_contents("$dir/g", 'abc');
        $f = fopen("$dir/g", 'r');
        $r = [fread($f, 10), fread($f, 10), feof($f)];
        file_put_contents("$dir/g", 'def', FILE_APPEND);
        return [...$r, fread($f, 10), feof($f)];
    },
    'copy' => fn() => [copy($file, "$dir/b"), md5_file("$dir/b") === md5_file($file)],
    'stream_copy_to_stream' => function () use ($file, $dir) {
        [$from, $to] = [fopen($file, 'r'), fopen("$dir/c", 'w+')];
        fseek($from, 100);
        return [stream_copy_to_stream($from, $to, 5000), ftell($from), ftell($to), stream_copy_to_stream($from, $to),
            feof($from), ftell($to), md5_file("$dir/c")];
    },
    'into a filter' => function () use ($file, $dir) {
        $to = fopen("$dir/d", 'w');
        stream_filter_append($to, 'string.rot13');
        return [stream_copy_to_stream(fopen($file, 'r'), $to), fclose($to), md5_file("$dir/d"),
            md5(file_get_contents("php://filter/read=convert.base64-encode/resource=$dir/d"))];
    },
    'fgets, fgetcsv, fgetc' => function () use ($file) {
        $f = fopen($file, 'r');
        return [fgets($f), fgetcsv($f, escape: ''), fgetc($f), ftell($f), stream_get_line($f, 100, "\n"), fscanf($f, '%d')];
    },
    'SplFileObject' => function () use ($file) {
        $f = new SplFileObject($file);
        $f->seek(15000);
        return [$f->current(), $f->ftell(), $f->fread(5), $f->eof(), iterator_count(new LimitIterator($f, 0, 100))];
    },
    'fsync' => fn() => [fsync($f = fopen($file, 'r+')), fdatasync($f), fsync(fopen('php://memory', 'r+'))],
    'opened for writing only' => fn() => [fread($f = fopen("$dir/e", 'w'), 10), feof($f)],
    'opened for reading only' => fn() => fwrite(fopen($file, 'r'), 'x'),
    'a directory' => fn() => [file_get_contents($dir), fopen($dir, 'w')],
    'not there' => fn() => [file_get_contents("$dir/none"), file_put_contents("$dir/none/none", 'x')],
    'files of the kernel' => fn() => [strlen(file_get_contents('/proc/self/cmdline')) > 10, file_get_contents('/dev/null'),
        fread(fopen('/dev/zero', 'r'), 3), strlen(fread(fopen('/dev/urandom', 'r'), 30))],
]));
CODE);
?>
--EXPECT--
file_get_contents: same
with offset and length: same
beyond the end: same
file: same
readfile: same
fread at odd places: same
whole pages: same
mixed: same
append: same
large writes: same
grows behind the end: same
copy: same
stream_copy_to_stream: same
into a filter: same
fgets, fgetcsv, fgetc: same
SplFileObject: same
fsync: same
opened for writing only: same
opened for reading only: same
a directory: same
not there: same
files of the kernel: same
