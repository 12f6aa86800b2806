--TEST--
Processes and descriptors that share a position: nothing is lost or doubled, each call is one step (D28)
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php
if (!is_dir('/proc/self/fd')) {
    die('skip needs /proc');
}
?>
--FILE--
<?php
require __DIR__ . '/storage.inc';
on_all_storage(<<<'CODE'
use function Async\{await, awaitAll, delay, spawn, suspend};

const RECORD = 8192;
const LARGE = 4 << 20;

/** Each body runs in a coroutine of a child process of its own. */
function in_processes(callable ...$bodies): void
{
    foreach ($bodies as $body) {
        if (!($children[] = pcntl_fork())) {
            await(spawn($body));
            posix_kill(posix_getpid(), SIGKILL);
        }
    }
    foreach ($children as $child) {
        pcntl_waitpid($child, $status);
    }
}

/** How often the block of this length with this letter is there in one piece, and the size of the file. */
function blocks(string $file, int $size, string $letters): string
{
    $data = file_get_contents($file);
    $counts = '';
    foreach (str_split($letters) as $letter) {
        $counts .= ' ' . $letter . substr_count($data, str_repeat($letter, $size) . "\n");
    }
    return $counts . ', ' . (strlen($data) % ($size + 1) === 0 ? 'whole blocks' : 'torn');
}

$file = tempnam(sys_get_temp_dir(), 'shared');
$source = tempnam(sys_get_temp_dir(), 'shared');

$writes = [
    'fwrite' => fn($stream, $data) => fwrite($stream, $data),
    'fputs, then ftruncate and flock' => function ($stream, $data) {
        fputs($stream, $data);
        ftruncate($stream, 6 * LARGE);
        flock($stream, LOCK_UN);
    },
    'stream_copy_to_stream' => function ($stream, $data) {
        $from = fopen('php://temp/maxmemory:' . 2 * LARGE, 'w+');
        fwrite($from, $data);
        rewind($from);
        stream_copy_to_stream($from, $stream, strlen($data));
    },
    'another descriptor' => function ($stream, $data) {
        foreach (scandir('/proc/self/fd') as $number) {
            if (@readlink("/proc/self/fd/$number") === $GLOBALS['file']) {
                $other = fopen("php://fd/$number", 'w');
                stream_set_write_buffer($other, 0);
                stream_set_chunk_size($other, 2 * LARGE);
                fwrite($other, $data);
                return;
            }
        }
    },
];
foreach (['w', 'a'] as $mode) {
    foreach ($mode === 'w' ? $writes : array_slice($writes, 0, 1) as $name => $write) {
        foreach ([99 => 40, LARGE => 2] as $size => $count) {
            file_put_contents($file, '');
            $stream = fopen($file, $mode);
            stream_set_write_buffer($stream, 0);
            stream_set_chunk_size($stream, 2 * LARGE);
            $bodies = [];
            foreach (['A', 'B'] as $letter) {
                $bodies[] = function () use ($write, $stream, $letter, $size, $count) {
                    for ($i = 0; $i < $count; $i++) {
                        $write($stream, str_repeat($letter, $size) . "\n");
                    }
                };
            }
            in_processes(...$bodies);
            if (str_contains($name, 'ftruncate')) {
                file_put_contents($file, rtrim(file_get_contents($file), "\0"));
            }
            // Both processes have moved the position of this process.
            fwrite($stream, str_repeat('C', $size) . "\n");
            fclose($stream);
            if ($name === 'stream_copy_to_stream' && $size === LARGE) {
                // In pieces, also by stock PHP.
                $data = count_chars(file_get_contents($file), 1);
                echo "$mode $name $size: A", $data[ord('A')] / $size, ' B', $data[ord('B')] / $size, "\n";
            } else {
                echo "$mode $name $size:", blocks($file, $size, 'ABC'), "\n";
            }
        }
    }
}

// Each record is read once.
$data = '';
for ($i = 0; $i < 512; $i++) {
    $data .= str_pad($i, RECORD - 1) . "\n";
}
file_put_contents($source, $data);
$reads = [
    'fread' => fn($stream) => fread($stream, RECORD),
    'fread of much' => fn($stream) => fread($stream, 40 * RECORD),
    'fgets' => fn($stream) => fgets($stream),
    'copy' => function ($stream) {
        $to = fopen('php://memory', 'w+');
        stream_copy_to_stream($stream, $to, 3 * RECORD);
        rewind($to);
        return stream_get_contents($to);
    },
];
foreach ($reads as $name => $read) {
    $stream = fopen($source, 'r');
    stream_set_chunk_size($stream, RECORD);
    $results = [$file . '.1', $file . '.2'];
    $bodies = [];
    foreach ($results as $result) {
        $bodies[] = function () use ($read, $stream, $result) {
            for ($all = ''; ($part = $read($stream)) !== false && $part !== ''; $all .= $part);
            file_put_contents($result, $all);
        };
    }
    in_processes(...$bodies);
    $found = file_get_contents($results[0]) . file_get_contents($results[1]);
    preg_match_all('/\d+/', $found, $numbers);
    sort($numbers[0]);
    $expected = range(0, 511);
    sort($expected, SORT_STRING);
    sort($numbers[0], SORT_STRING);
    echo "$name: ", strlen($found) === strlen($data) ? 'all bytes' : strlen($found), ', ',
        $numbers[0] == $expected ? 'each once' : 'lost or doubled', "\n";
    fclose($stream);
    array_map('unlink', $results);
}

// A process that was started with the descriptor.
$stream = fopen($file, 'w');
stream_set_write_buffer($stream, 0);
await(spawn(function () use ($stream) {
    $process = proc_open('for i in 1 2 3 4 5 6; do echo child; sleep 0.01; done', [1 => $stream], $pipes);
    for ($i = 0; $i < 4; $i++) {
        fwrite($stream, str_repeat('p', LARGE) . "\n");
    }
    proc_close($process);
}));
fclose($stream);
$counts = count_chars($data = file_get_contents($file), 1);
echo 'process: ', substr_count($data, "child\n"), ' ', ($counts[ord('p')] / LARGE), "\n";

// A write that was cancelled comes before or after the next one, never over it.
$stream = fopen($file, 'w');
stream_set_write_buffer($stream, 0);
stream_set_chunk_size($stream, 2 * LARGE);
$writer = spawn(fn() => fwrite($stream, str_repeat('x', LARGE)));
suspend();
$writer->cancel();
await(spawn(fn() => fwrite($stream, "next\n")));
await(spawn(fn() => fsync($stream)));
$data = file_get_contents($file);
echo json_encode($data === "next\n" || $data === str_repeat('x', LARGE) . "next\n" || $data === "next\n" . str_repeat('x', LARGE));
fclose($stream);
unlink($file);
unlink($source);
CODE);
?>
--EXPECT--
w fwrite 99: A40 B40 C1, whole blocks
w fwrite 4194304: A2 B2 C1, whole blocks
w fputs, then ftruncate and flock 99: A40 B40 C1, whole blocks
w fputs, then ftruncate and flock 4194304: A2 B2 C1, whole blocks
w stream_copy_to_stream 99: A40 B40 C1, whole blocks
w stream_copy_to_stream 4194304: A2 B2
w another descriptor 99: A40 B40 C1, whole blocks
w another descriptor 4194304: A2 B2 C1, whole blocks
a fwrite 99: A40 B40 C1, whole blocks
a fwrite 4194304: A2 B2 C1, whole blocks
fread: all bytes, each once
fread of much: all bytes, each once
fgets: all bytes, each once
copy: all bytes, each once
process: 6 4
true
