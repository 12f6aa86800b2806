--TEST--
A TLS server and its clients in one process: handshakes wait cooperatively for each other (P11)
--EXTENSIONS--
openssl
--FILE--
<?php
use function Async\{spawn, await, delay};
require __DIR__ . '/certificate.inc';
$file = certificate();
$listener = stream_socket_server('tls://127.0.0.1:0', context: stream_context_create(['ssl' => ['local_cert' => $file]]));
$plain = stream_socket_server('tcp://127.0.0.1:0', context: stream_context_create(['ssl' => ['local_cert' => $file]]));
$trust = ['ssl' => ['cafile' => $file, 'peer_name' => 'async.test']];
spawn(function () use ($listener) {
    while ($s = @stream_socket_accept($listener, 2)) {
        spawn(function () use ($s) {
            while (($line = fgets($s)) !== false && $line !== '') {
                usleep(50000);
                fwrite($s, strrev(trim($line)) . "\n");
            }
        });
        $s = null;
    }
});
$start = hrtime(true);
for ($i = 0; $i < 5; $i++) {
    $clients[] = spawn(function () use ($listener, $trust, $i) {
        $s = stream_socket_client('tls://' . stream_socket_get_name($listener, false), $c, $m, 10, STREAM_CLIENT_CONNECT, stream_context_create($trust));
        fwrite($s, "hello $i\n");
        return trim(fgets($s));
    });
}
echo implode(' ', array_map('Async\await', $clients)), "\n";

echo "switched on later, on both sides\n";
$server = spawn(function () use ($plain) {
    $s = stream_socket_accept($plain, 5);
    fwrite($s, fgets($s) === "STARTTLS\n" ? "go\n" : "no\n");
    delay(50);
    var_dump(stream_socket_enable_crypto($s, true, STREAM_CRYPTO_METHOD_TLS_SERVER));
    return [fgets($s), $s];
});
$s = stream_socket_client('tcp://' . stream_socket_get_name($plain, false), $c, $m, 10, STREAM_CLIENT_CONNECT, stream_context_create($trust));
fwrite($s, "STARTTLS\n");
echo fgets($s);
var_dump(stream_socket_enable_crypto($s, true, STREAM_CRYPTO_METHOD_TLS_CLIENT));
fwrite($s, "secret\n");
[$line, $peer] = await($server);
echo $line;

echo "a cancelled read leaves the stream usable\n";
$reader = spawn(fn() => fgets($s));
delay(20);
$reader->cancel(new Async\AsyncCancellation('enough'));
try {
    await($reader);
} catch (Async\AsyncCancellation $e) {
    echo $e->getMessage(), "\n";
}
fwrite($peer, "still there\n");
echo fgets($s);
var_dump(Async\stats()['blocked_in_place']);
exit;
?>
--EXPECT--
0 olleh 1 olleh 2 olleh 3 olleh 4 olleh
switched on later, on both sides
go
bool(true)
bool(true)
secret
a cancelled read leaves the stream usable
enough
still there
int(0)
