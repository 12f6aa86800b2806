--TEST--
Connects, name lookups and accepts answer as outside a coroutine, failures included (P10, P11, IO-07, IO-08)
--FILE--
<?php
require __DIR__ . '/transparency.inc';
$closed = stream_socket_server('tcp://127.0.0.1:0');
$refused = stream_socket_get_name($closed, false);
fclose($closed);
$address = talker();
// Connects to the address it reads, after 300 ms.
$caller = function (string $to): void {
    static $pipe;
    $pipe ??= popen(escapeshellarg(getenv('TEST_PHP_EXECUTABLE')) . ' -n -r ' . escapeshellarg(
        'while ($a = trim((string) fgets(STDIN))) { usleep(300000); $c[] = stream_socket_client("tcp://$a"); }'), 'w');
    fwrite($pipe, "$to\n");
    fflush($pipe);
};
// The start of that process is no part of a call.
$caller(stream_socket_get_name($first = stream_socket_server('tcp://127.0.0.1:0'), false));
stream_socket_accept($first, 60);
$client = function (string $to, ?float $timeout = 5, int $flags = STREAM_CLIENT_CONNECT) {
    $s = stream_socket_client($to, $code, $message, $timeout, $flags);
    return [is_resource($s) ? stream_get_meta_data($s)['stream_type'] : $s, $code, $message];
};
transparent([
    'client' => fn() => $client("tcp://$address"),
    'client, flag async' => fn() => $client("tcp://$address", 5, STREAM_CLIENT_CONNECT | STREAM_CLIENT_ASYNC_CONNECT),
    'client, by name' => fn() => $client('tcp://localhost:' . explode(':', $address)[1]),
    'refused' => fn() => $client("tcp://$refused"),
    'refused, fsockopen' => fn() => [fsockopen('127.0.0.1', (int) explode(':', $refused)[1], $c, $m, 2), $c, $m],
    'unknown name' => fn() => $client('tcp://no-such-name.invalid:80'),
    // Stock leaves the error code uninitialized.
    'unknown transport' => fn() => stream_socket_client('nix://127.0.0.1:80'),
    'no port' => fn() => $client('tcp://127.0.0.1'),
    'gethostbyname' => fn() => gethostbyname('localhost'),
    'gethostbyname, unknown' => fn() => gethostbyname('no-such-name.invalid'),
    'gethostbyname, a number' => fn() => gethostbyname('127.0.0.1'),
    'gethostbynamel' => fn() => gethostbynamel('localhost'),
    'gethostbynamel, unknown' => fn() => gethostbynamel('no-such-name.invalid'),
    'gethostbyname, too long' => fn() => gethostbyname(str_repeat('x', 300)),
    'accept' => function () use ($caller) {
        $caller(stream_socket_get_name($l = stream_socket_server('tcp://127.0.0.1:0'), false));
        $s = stream_socket_accept($l, 5, $peer);
        return [stream_get_meta_data($s)['stream_type'], stream_get_meta_data($s)['blocked'], $peer === stream_socket_get_name($s, true)];
    },
    'accept, for ever' => function () use ($caller) {
        $caller(stream_socket_get_name($l = stream_socket_server('tcp://127.0.0.1:0'), false));
        return is_resource(stream_socket_accept($l, -1));
    },
    'server, address in use' => fn() => [stream_socket_server("tcp://$address", $c, $m), $c, $m],
]);
?>
--EXPECT--
client: same
client, flag async: same
client, by name: same
refused: same
refused, fsockopen: same
unknown name: same
unknown transport: same
no port: same
gethostbyname: same
gethostbyname, unknown: same
gethostbyname, a number: same
gethostbynamel: same
gethostbynamel, unknown: same
gethostbyname, too long: same
accept: same
accept, for ever: same
server, address in use: same
