--TEST--
A write to a TLS stream arrives as a whole, also when the write before it was cancelled (D34)
--EXTENSIONS--
openssl
--FILE--
<?php
require __DIR__ . '/../io/certificate.inc';
use function Async\{await, delay, spawn};

$file = certificate();
$listener = stream_socket_server('tls://127.0.0.1:0', context: stream_context_create(['ssl' => ['local_cert' => $file]]));
$accepting = spawn(stream_socket_accept(...), $listener, 10);
$client = stream_socket_client('tls://' . stream_socket_get_name($listener, false), $code, $message, 10,
    STREAM_CLIENT_CONNECT, stream_context_create(['ssl' => ['cafile' => $file, 'peer_name' => 'async.test']]));
$server = await($accepting);

try {
    // More than the buffers of the connection hold: the write waits in the middle of a record.
    $writers = [spawn(fwrite(...), $server, str_repeat('a', 16 << 20))];
    delay(50);
    $writers[0]->cancel();
    // The same, maybe while the rest of that record waits: its bytes are not there twice.
    foreach (['b', 'c'] as $letter) {
        $writers[] = spawn(fwrite(...), $server, str_repeat($letter, 100));
        delay(5);
        end($writers)->cancel();
    }
    $reader = spawn(stream_get_contents(...), $client);
    $written = fwrite($server, str_repeat('d', 100_000));
    stream_set_blocking($server, false);
    while (!($last = fwrite($server, 'e'))) {
        delay(1);
    }
    fclose($server);
} finally {
    // When main is cancelled: nothing else ends these waits.
    if (!isset($reader)) {
        fclose($client);
    }
    is_resource($server) && fclose($server);
}

$got = await($reader);
preg_match('/^(a*)(b*)(c*)(d*)(e*)$/', $got, $parts) or die('BROKEN: ' . strlen($got));
var_dump(strlen($parts[4] . $parts[5]) === $written + $last && $written === 100_000);
foreach ($writers as $i => $writer) {
    $came = strlen($parts[$i + 1]);
    $size = $i === 0 ? 16 << 20 : 100;
    try {
        echo await($writer) === $came ? 'right' : 'BROKEN', "\n";
    } catch (Async\AsyncCancellation) {
        // A part of what was written before, but never more.
        echo $came <= $size ? 'right' : 'BROKEN', "\n";
    }
}
?>
--EXPECT--
bool(true)
right
right
right
