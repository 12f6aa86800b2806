--TEST--
A coroutine that waits until a worker is done with a position is woken by its end, and needs no timer (D28)
--FILE--
<?php
use function Async\{await, spawn, suspend};

const LARGE = 16 << 20;

$file = tempnam(sys_get_temp_dir(), 'position');
$data = str_repeat('x', LARGE);

/** A write by a worker is cancelled, and its position is used at once. What the second coroutine waits for. */
function attempt(string $file, string $data): ?array
{
    $stream = fopen($file, 'w');
    stream_set_write_buffer($stream, 0);
    stream_set_chunk_size($stream, 2 * LARGE);
    $writer = spawn(fn() => fwrite($stream, $data));
    suspend();
    for ($end = hrtime(true) + 1000000; hrtime(true) < $end;); // a worker takes the call meanwhile
    $writer->cancel();
    $other = spawn(function () use ($stream) {
        fseek($stream, 0, SEEK_END);
        return fwrite($stream, 'end');
    });
    suspend();
    suspend();
    $info = $other->getAwaitingInfo();
    try {
        await($writer);
    } catch (Async\AsyncCancellation) {
    }
    if (await($other) !== 3 || !str_ends_with(file_get_contents($file), 'end')) {
        echo "wrong place\n";
    }
    return $info;
}

// A call that no worker has taken yet is withdrawn, and then there is nothing to wait for.
for ($i = 0; $i < 300; $i++) {
    $info = attempt($file, $data);
    if (($info['type'] ?? '') === 'timer' || ($info['job'] ?? '') === 'file position') {
        break;
    }
}
var_dump($info);
unlink($file);
?>
--EXPECT--
array(2) {
  ["type"]=>
  string(3) "job"
  ["job"]=>
  string(13) "file position"
}
