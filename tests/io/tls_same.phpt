--TEST--
TLS connects, handshakes, reads and time limits wait cooperatively and answer as outside a coroutine (P10, P11)
--EXTENSIONS--
openssl
--FILE--
<?php
require __DIR__ . '/transparency.inc';
require __DIR__ . '/certificate.inc';
$file = certificate();
$address = talker('tls://127.0.0.1:0', ['ssl' => ['local_cert' => $file]]);
$trusting = ['ssl' => ['cafile' => $file, 'peer_name' => 'async.test']];
$told = function (string $command, array $options = []) use ($address, $trusting) {
    $s = stream_socket_client("tls://$address", $c, $m, 10, STREAM_CLIENT_CONNECT, stream_context_create($options ?: $trusting));
    if ($s) {
        fwrite($s, "$command\n");
    }
    return $s;
};
transparent([
    'read' => fn() => fread($told('late 300 hello'), 100),
    'all of it' => fn() => stream_get_contents($told('parts 150 a b')),
    'lines' => fn() => [fgets($s = $told('parts 150 a%0A b%0Ac')), fgets($s), fgets($s), feof($s)],
    'time limit' => function () use ($told) {
        stream_set_timeout($s = $told('silent 1500'), 0, 300000);
        return [fread($s, 10), stream_get_meta_data($s)['timed_out'], feof($s)];
    },
    'metadata' => fn() => stream_get_meta_data($told('late 200 x'))['crypto']['protocol'],
    'not trusted' => fn() => $told('late 1 x', ['ssl' => ['peer_name' => 'async.test']]),
    'wrong name' => fn() => $told('late 1 x', ['ssl' => ['cafile' => $file]]),
    'enable_crypto later' => function () use ($address, $trusting) {
        $s = stream_socket_client("tcp://$address", $c, $m, 10, STREAM_CLIENT_CONNECT, stream_context_create($trusting));
        $r = stream_socket_enable_crypto($s, true, STREAM_CRYPTO_METHOD_TLS_CLIENT);
        fwrite($s, "late 300 hello\n");
        return [$r, fgets($s)];
    },
    'non-blocking' => function () use ($told) {
        stream_set_blocking($s = $told('late 500 hello'), false);
        $r = fread($s, 10);
        do {
            usleep(20000);
        } while (($later = fread($s, 10)) === '' && !feof($s));
        return [$r, $later];
    },
    'large' => fn() => strlen(stream_get_contents($told('late 300 ' . str_repeat('x', 200000)))),
]);
?>
--EXPECT--
read: same
all of it: same
lines: same
time limit: same
metadata: same
not trusted: same
wrong name: same
enable_crypto later: same
non-blocking: same
large: same
