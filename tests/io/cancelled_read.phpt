--TEST--
A cancelled read loses no byte: what it had taken already is the beginning of what the next read gets (D11, D34)
--EXTENSIONS--
posix
--SKIPIF--
<?php if (!function_exists('stream_socket_pair') || !is_executable('/bin/cat')) die('skip needs pairs of sockets, and cat'); ?>
--FILE--
<?php
use function Async\{await, delay, spawn, suspend, timeout};

$keep = [];
/** Each returns the end to read from, and the end to write to. */
$kinds = [
    'pipe' => function () use (&$keep) {
        $keep[] = proc_open(['/bin/cat'], [['pipe', 'r'], ['pipe', 'w']], $pipes);
        return [$pipes[1], $pipes[0]];
    },
    'pair' => fn() => stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0),
    'TCP' => function () {
        $server = stream_socket_server('tcp://127.0.0.1:0');
        $client = stream_socket_client('tcp://' . stream_socket_get_name($server, false));
        return [stream_socket_accept($server), $client];
    },
];
/** Bytes that were taken from the stream. PHP counts the position of a pipe from -1, which ftell() shows as false. */
function taken($stream): int
{
    $position = ftell($stream);
    return ($position === false ? -1 : $position) + (stream_get_meta_data($stream)['stream_type'] === 'STDIO' ? 1 : 0);
}
/** Wait until the stream has had this many bytes. */
function until_had($stream, int $bytes): void
{
    while (taken($stream) + stream_get_meta_data($stream)['unread_bytes'] < $bytes) {
        delay(1);
    }
}
/** Run the read, write parts of a line, cancel the read. */
function cancel_amid($here, $there, Closure $read, array $parts, int $had = 0): void
{
    $reader = spawn(function () use ($here, $read) {
        $got = $read($here);
        echo 'went on: ', substr(json_encode($got), 0, 30), "\n";
    });
    foreach ($parts as $part) {
        suspend();
        fwrite($there, $part);
        until_had($here, $had += strlen($part));
    }
    suspend();
    $reader->cancel();
    try {
        await($reader);
    } catch (Async\AsyncCancellation) {
    }
}
function show(bool $is_right, string $what): void
{
    echo $is_right ? '' : "WRONG: $what\n";
}
$changes = [
    'plain' => fn($stream) => null,
    'no read buffer' => fn($stream) => stream_set_read_buffer($stream, 0),
    'small chunks' => fn($stream) => stream_set_chunk_size($stream, 3),
];
$reads = [
    'fgets' => fn($stream) => fgets($stream),
    'fgets, length' => fn($stream) => fgets($stream, 100_000),
    'stream_get_line' => fn($stream) => stream_get_line($stream, 100_000, "\n"),
    'stream_get_contents' => fn($stream) => stream_get_contents($stream),
    'stream_get_contents, length' => fn($stream) => stream_get_contents($stream, 90_000),
];
$large = [str_repeat('a', 8192), str_repeat('b', 10000), 'c', str_repeat('d', 9000)];
foreach ($kinds as $kind => $make) {
    foreach ($changes as $change => $do) {
        foreach ($reads as $name => $read) {
            foreach (['small' => ['half a', ' line'], 'large' => $large] as $size => $parts) {
                [$here, $there] = $make();
                $do($here);
                $text = implode('', $parts);
                cancel_amid($here, $there, $read, $parts);
                cancel_amid($here, $there, $read, ['-'], strlen($text));
                cancel_amid($here, $there, $read, []);
                fwrite($there, "-rest\nnext\n");
                $rest = fgets($here) . fgets($here);
                show($rest === "$text--rest\n" . "next\n",
                    "$kind, $change, $name, $size: " . substr($rest, 0, 30) . ' ' . strlen($rest));
                show(taken($here) === strlen($rest), "$kind, $change, $name, $size: position " . taken($here));
            }
        }
    }
}
foreach ($keep as $process) {
    proc_terminate($process, 9);
}
$keep = [];
echo "all kinds of streams\n";

echo "-- reads that go on until they have all that they want\n";
$fifo = sys_get_temp_dir() . '/async-cancelled-' . getmypid() . '.fifo';
posix_mkfifo($fifo, 0600);
foreach (['fread' => [fn($stream) => fread($stream, 9000), 'fread'],
        'stream_get_contents' => [fn($stream) => stream_get_contents($stream, 9000), 'stream_get_contents'],
        'SplFileObject' => [fn() => $GLOBALS['object']->fread(9000), fn($here, $length) => $GLOBALS['object']->fread($length)]] as $name => [$read, $again]) {
    $here = fopen($fifo, 'r+');
    $there = fopen($fifo, 'r+');
    $object = new SplFileObject($fifo, 'r+');
    foreach (['abc', 'def'] as $part) {
        $reader = spawn($read, $here);
        foreach (str_split($part) as $letter) {
            suspend();
            fwrite($there, $letter);
            do {                                     // until it has read that
                delay(1);
                $select = [$there];
            } while (stream_select($select, $none, $none, 0));
        }
        $reader->cancel();
        try {
            await($reader);
        } catch (Async\AsyncCancellation) {
        }
    }
    fwrite($there, '|');
    echo "$name: ", $again($here, 7), "\n";
}
unlink($fifo);

echo "-- what comes after it\n";
[$here, $there] = $kinds['pair']();
$reader = spawn(fgets(...), $here);                 // no PHP code calls it
$next = spawn(fn() => fgets($here));                // and one waits for its turn
fwrite($there, 'one');
until_had($here, 3);
$reader->cancel();
fwrite($there, " line\nand ");
echo await($next);
try {
    await(spawn(fn() => fgets($here)), timeout(50));
} catch (Async\AwaitCancelledException) {
    echo "the limit has passed, and the read goes on\n";
}
fwrite($there, "another\n");
suspend();
[$here, $there] = $kinds['pair']();
cancel_amid($here, $there, fn($stream) => fgets($stream), ['x', 'y']);
$select = [$here];
echo stream_select($select, $none, $none, 0), ' ', stream_get_meta_data($here)['unread_bytes'], ' ', fgetc($here), fgetc($here), "\n";

echo "-- closed meanwhile\n";
[$here, $there] = $kinds['pair']();
$reader = spawn(fn() => fgets($here));
fwrite($there, 'half');
until_had($here, 4);
$reader->cancel();
fclose($here);
try {
    await($reader);
} catch (Async\AsyncCancellation) {
    echo "cancelled\n";
}
?>
--EXPECT--
all kinds of streams
-- reads that go on until they have all that they want
fread: abcdef|
stream_get_contents: abcdef|
SplFileObject: abcdef|
-- what comes after it
one line
the limit has passed, and the read goes on
1 2 xy
-- closed meanwhile
cancelled
