--TEST--
An encrypted stream is neither argument nor result of a job: the refusal says why, nothing is lost, its advice works
--EXTENSIONS--
openssl
--FILE--
<?php
require __DIR__ . '/../io/certificate.inc';
use Async\{AsyncException, ProcessPool};
use function Async\{await, spawn};

$file = certificate();
$trusting = ['ssl' => ['cafile' => $file, 'peer_name' => 'async.test']];
$plain = stream_socket_server('tcp://127.0.0.1:0');
$address = 'tcp://' . stream_socket_get_name($plain, false);
$client_side = fn($stream) => stream_context_set_option($stream, $trusting)
    && stream_socket_enable_crypto($stream, true, STREAM_CRYPTO_METHOD_TLS_CLIENT);
$server_side = fn($stream) => stream_context_set_option($stream, ['ssl' => ['local_cert' => $file]])
    && stream_socket_enable_crypto($stream, true, STREAM_CRYPTO_METHOD_TLS_SERVER);
$connection = function () use ($plain, $address) {
    $client = stream_socket_client($address);
    return [$client, stream_socket_accept($plain, 20)];
};
$refused = function (Closure $call) {
    try {
        $call();
        echo "taken\n";
    } catch (AsyncException $e) {
        echo preg_replace('/#\d+/', '#N', $e->getMessage()), "\n";
    }
};
$count = fn() => is_dir('/proc/self/fd') ? count(scandir('/proc/self/fd')) : 0;

$pool = new ProcessPool(function (string $what, $stream) use ($client_side, $server_side, $file) {
    switch ($what) {
        case 'answer':
            $server_side($stream);
            fwrite($stream, strrev(trim(fgets($stream))) . "\n");
            return fclose($stream);
        case 'ask':
            $client_side($stream);
            return fgets($stream);
        case 'return it':
            $client_side($stream);
            return ['number' => 1, 'deep' => ['er' => $stream]];
        case 'return a listener':
            $context = stream_context_create(['ssl' => ['local_cert' => $file]]);
            return stream_socket_server('tls://127.0.0.1:0', $code, $text, STREAM_SERVER_BIND | STREAM_SERVER_LISTEN, $context);
    }
    return $what;
}, workers: 1);
await($pool->submit('the worker is there', null));

echo "-- arguments\n";
[$client, $server] = $connection();
$serving = spawn($server_side, $server);
$client_side($client);
await($serving);
$before = $count();
$refused(fn() => $pool->submit('ask', $client));
$refused(fn() => $pool->submit('answer', ['deep' => ['er' => $server, 'and' => STDERR]]));
$refused(function () use ($pool, $client) {
    foreach ($pool->map([[$client]]) as $result) {
    }
});
$context = stream_context_create(['ssl' => ['local_cert' => $file]]);
foreach (['tls', 'tcp'] as $scheme) {
    $listener = stream_socket_server("$scheme://127.0.0.1:0", $code, $text, STREAM_SERVER_BIND | STREAM_SERVER_LISTEN, $context);
    $refused(fn() => $pool->submit('x', $listener));
    unset($listener);
}
echo $count() - $before, " more descriptors\n";
fwrite($client, "still ours\n");
echo fgets($server);
fwrite($server, "in both directions\n");
echo fgets($client);

echo "-- results\n";
[$client, $server] = $connection();
$serving = spawn($server_side, $server);
$job = $pool->submit('return it', $client);
fclose($client);
await($serving);
$refused(fn() => await($job));
echo json_encode([fgets($server), feof($server)]), ": the worker has closed it\n";
$refused(fn() => await($pool->submit('return a listener', null)));

echo "-- encrypted in the worker\n";
[$client, $server] = $connection();
$job = $pool->submit('answer', $server);
fclose($server);
$client_side($client);
fwrite($client, "hello\n");
echo trim(stream_get_contents($client)), ' ', json_encode(await($job)), "\n";
[$client, $server] = $connection();
$job = $pool->submit('ask', $client);
fclose($client);
$server_side($server);
fwrite($server, "to the worker\n");
echo await($job);
?>
--EXPECT--
-- arguments
Cannot pass stream #N (tcp_socket/ssl) to another process: it is encrypted, and its keys stay here. Pass the connection before stream_socket_enable_crypto()
Cannot pass stream #N (tcp_socket/ssl) to another process: it is encrypted, and its keys stay here. Pass the connection before stream_socket_enable_crypto()
Cannot pass stream #N (tcp_socket/ssl) to another process: it is encrypted, and its keys stay here. Pass the connection before stream_socket_enable_crypto()
Cannot pass stream #N (tcp_socket/ssl) to another process: its context has TLS options, which stay here. Make the listener without them, or there
Cannot pass stream #N (tcp_socket/ssl) to another process: its context has TLS options, which stay here. Make the listener without them, or there
0 more descriptors
still ours
in both directions
-- results
Cannot pass stream #N (tcp_socket/ssl) to another process: it is encrypted, and its keys stay here. Pass the connection before stream_socket_enable_crypto()
[false,true]: the worker has closed it
Cannot pass stream #N (tcp_socket/ssl) to another process: its context has TLS options, which stay here. Make the listener without them, or there
-- encrypted in the worker
olleh true
to the worker
