--TEST--
The part of a line that a cancelled fgetcsv(), fscanf() or file object had taken goes back to its stream (D34)
--EXTENSIONS--
posix
--FILE--
<?php
use function Async\{await, delay, spawn, suspend};

$long = str_repeat('0123456789', 1200);

/* The pieces of the input, and how it is read. */
$inputs = [
    'fields over two lines' => ["a,\"b\nc", "d\",e\nnext,1\n"],
    'three lines, three pieces' => ["a,\"b\n", "c\nd", "e\",f\nnext,2\n"],
    'longer than a chunk' => ["$long,$long,\"b\nc$long\nd", "$long\",e\nnext,3\n"],
    'a piece of it at once' => ["first,line\n$long,\"x\n", "y\"\nnext,4\n"],
    'nothing came' => ['', "1,2\nnext,5\n"],
];
$calls = [
    'fgetcsv' => fgetcsv(...),
    'fgetcsv of a length' => fn($stream) => fgetcsv($stream, 70000),
    'fscanf' => fn($stream) => fscanf($stream, '%[^,],%s'),
    'fgets' => fgets(...),
];
$methods = [
    'fgetcsv' => fn($file) => $file->fgetcsv(),
    'fscanf' => function ($file) {
        try {
            return $file->fscanf('%[^,],%s');
        } catch (RuntimeException) {
            return false;   // PHP 8.6 says so at the end of the file
        }
    },
    'fgets' => fn($file) => $file->fgets(),
    'current, next' => function ($file) { $line = $file->current(); $file->next(); return $line; },
    'getCurrentLine of a class' => fn($file) => $file->getCurrentLine(),
];

class Lines extends SplFileObject
{
    public function getCurrentLine(): string { return '<' . parent::fgets() . '>'; }
}

/* A line that had come as a whole, or nothing. */
function cancel_once(Closure $read, mixed $source): array
{
    $reader = spawn($read, $source);
    for ($i = 0; $i < 4; $i++) {
        suspend();
    }
    delay(1);
    $reader->cancel();
    try {
        return [await($reader)];
    } catch (Async\AsyncCancellation) {
        return [];
    }
}

/* What is read at the end differs by the kind of stream. */
function all(Closure $read, mixed $source, Closure $at_end): array
{
    $lines = [];
    while (!$at_end($source)) {
        $lines[] = $read($source);
    }
    return array_filter($lines, fn($line) => !in_array($line, [false, null, '', '<>', [null]], true));
}

/* Reads are cancelled twice after each piece. */
function check(string $name, array $pieces, Closure $read, mixed $source, Closure $at_end, $writer, array $expected): void
{
    $last = array_pop($pieces);
    $lines = [];
    foreach ($pieces as $piece) {
        await(spawn(fwrite(...), $writer, $piece));
        array_push($lines, ...cancel_once($read, $source), ...cancel_once($read, $source));
    }
    $rest = spawn(all(...), $read, $source, $at_end);
    await(spawn(function () use ($writer, $last) { fwrite($writer, $last); fclose($writer); }));
    $lines = [...$lines, ...await($rest)];
    if ($lines !== $expected) {
        echo "$name: ", substr(json_encode($lines), 0, 200), ' instead of ', substr(json_encode($expected), 0, 200), "\n";
    }
}

$path = sys_get_temp_dir() . '/async_lines_' . getmypid();
foreach ($inputs as $what => $pieces) {
    foreach ($calls as $name => $read) {
        file_put_contents("$path.file", implode($pieces));
        $expected = all($read, $file = fopen("$path.file", 'r'), feof(...));
        [$reader, $writer] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        stream_set_chunk_size($writer, 1 << 20);
        check("$name of a socket, $what", $pieces, $read, $reader, feof(...), $writer, $expected);
        [$reader, $writer] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        stream_filter_append($reader, 'string.rot13', STREAM_FILTER_READ);
        stream_filter_append($writer, 'string.rot13', STREAM_FILTER_WRITE);
        check("$name with a filter, $what", $pieces, $read, $reader, feof(...), $writer, $expected);
        posix_mkfifo($path, 0600);
        $writer = fopen($path, 'r+');
        check("$name of a pipe, $what", $pieces, $read, $reader = fopen($path, 'r'), feof(...), $writer, $expected);
        unlink($path);
    }
    foreach ($methods as $name => $read) {
        $class = str_contains($name, 'class') ? Lines::class : SplFileObject::class;
        $expected = all($read, new $class("$path.file"), fn($file) => $file->eof());
        posix_mkfifo($path, 0600);
        $writer = fopen($path, 'r+');
        check("$name of an object, $what", $pieces, $read, new $class($path), fn($file) => $file->eof(), $writer, $expected);
        unlink($path);
    }
}
unlink("$path.file");
echo "done\n";
?>
--EXPECT--
done
