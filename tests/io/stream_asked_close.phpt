--TEST--
A stream is closed while its wrapper is asked about it: the close comes after the call (D28)
--EXTENSIONS--
posix
sockets
curl
--FILE--
<?php
use function Async\{await, delay, spawn, suspend};

class Slow
{
    public $context;

    function stream_open(): bool
    {
        return true;
    }

    function stream_read(): string
    {
        return '';
    }

    function stream_eof(): bool
    {
        return true;
    }

    function stream_write(string $data): int
    {
        return strlen($data);
    }

    function stream_set_option(): bool
    {
        delay(2);
        return false;
    }

    function stream_seek(): bool
    {
        delay(2);
        return true;
    }

    function stream_tell(): int
    {
        return 0;
    }

    function stream_flush(): bool
    {
        delay(2);
        return true;
    }

    function stream_close(): void
    {
        echo ', closed';
    }
}
stream_wrapper_register('slow', Slow::class);

$calls = [
    'stream_set_chunk_size' => fn($stream) => stream_set_chunk_size($stream, 100),
    'posix_ttyname' => fn($stream) => @posix_ttyname($stream),
    'socket_import_stream' => fn($stream) => @socket_import_stream($stream),
    'curl_setopt' => fn($stream) => curl_setopt(curl_init(), CURLOPT_FILE, $stream),
    'curl_setopt_array' => fn($stream) => curl_setopt_array(curl_init(), [CURLOPT_FILE => $stream]),
];
foreach ($calls as $name => $call) {
    echo "$name: ";
    $stream = fopen('slow://', 'w+');
    fwrite($stream, 'data');
    $caller = spawn(function () use ($call, $stream) {
        @$call($stream);
        echo 'called';
    });
    suspend();
    fclose($stream);
    await($caller);
    echo "\n";
}
?>
--EXPECT--
stream_set_chunk_size: called, closed
posix_ttyname: called, closed
socket_import_stream: called, closed
curl_setopt: called, closed
curl_setopt_array: called, closed
