--TEST--
A cancelled read of a stream with a read filter loses no byte, also where it has found a delimiter already (D34)
--FILE--
<?php
use function Async\{await, delay, spawn, suspend};
$reads = [
    'stream_get_line' => fn($stream) => stream_get_line($stream, 8192, "\n"),
    'stream_get_line, long delimiter' => fn($stream) => stream_get_line($stream, 8192, "E\nT"),
    'stream_get_line, no delimiter' => fn($stream) => stream_get_line($stream, 8192),
    'fgets' => fn($stream) => fgets($stream),
    'fgetc' => fn($stream) => fgetc($stream),
    'fread' => fn($stream) => fread($stream, 4),
    'stream_get_contents' => fn($stream) => stream_get_contents($stream, 20),
];
foreach ($reads as $name => $read) {
    $got = [];
    // The first part is read before the wait that is cancelled, or not, as the function likes.
    foreach (["one\ntwo", "\nthree\n"] as $part) {
        [$here, $there] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        stream_filter_append($here, 'string.toupper', STREAM_FILTER_READ);
        $reader = spawn($read, $here);
        suspend();
        fwrite($there, $part);
        for ($i = 0; $i < 3; $i++) {
            delay(1);
        }
        $reader->cancel();
        try {
            $result = await($reader);
        } catch (Async\AsyncCancellation) {
            $result = '';
        }
        fwrite($there, 'end');
        fclose($there);
        $all = $result . stream_get_contents($here);
        // Only a delimiter of a call that was not cancelled is missing.
        $got[] = $all === strtoupper("{$part}end") || $result !== '' ? 'all' : 'BROKEN: ' . json_encode($all);
    }
    echo "$name: ", implode(', ', $got), "\n";
}
?>
--EXPECT--
stream_get_line: all, all
stream_get_line, long delimiter: all, all
stream_get_line, no delimiter: all, all
fgets: all, all
fgetc: all, all
fread: all, all
stream_get_contents: all, all
