--TEST--
A cancelled call leaves a TLS stream usable, also one without a time limit, and no limit has passed then (D34)
--EXTENSIONS--
openssl
--FILE--
<?php
require __DIR__ . '/../io/certificate.inc';
use function Async\{await, delay, spawn, suspend};

$file = certificate();
$listener = stream_socket_server('tls://127.0.0.1:0', context: stream_context_create(['ssl' => ['local_cert' => $file]]));
foreach ([-1, 60] as $limit) {
    $accepting = spawn(stream_socket_accept(...), $listener, 10);
    $client = stream_socket_client('tls://' . stream_socket_get_name($listener, false), $code, $message, 10,
        STREAM_CLIENT_CONNECT, stream_context_create(['ssl' => ['cafile' => $file, 'peer_name' => 'async.test']]));
    $server = await($accepting);
    stream_set_timeout($client, $limit);
    stream_set_timeout($server, $limit);

    try {
        // The server's reader begins while the other direction waits.
        $writer = spawn(fwrite(...), $server, str_repeat('a', 16 << 20));
        $readers = [spawn(fgets(...), $client), spawn(fgets(...), $server)];
        // The writer must not be done yet, also on a fast machine.
        delay(5);
        foreach ([$writer, ...$readers] as $coroutine) {
            $coroutine->cancel();
            try {
                await($coroutine);
            } catch (Async\AsyncCancellation) {
                echo 'cancelled ';
            }
        }
        echo json_encode(stream_get_meta_data($client)['timed_out']), json_encode(stream_get_meta_data($server)['timed_out']), ' ';
        $reader = spawn(stream_get_contents(...), $client);
        $read = spawn(fgets(...), $server);
        suspend();
        fwrite($client, "to the server\n");
        echo trim(await($read)), ', ';
        fwrite($server, 'to the client');
        fclose($server);
        echo ltrim(await($reader), 'a'), "\n";
    } finally {
        // When main is cancelled: nothing else ends these waits.
        foreach (array_filter([$server, $client], is_resource(...)) as $stream) {
            fclose($stream);
        }
    }
}
?>
--EXPECT--
cancelled cancelled cancelled falsefalse to the server, to the client
cancelled cancelled cancelled falsefalse to the server, to the client
