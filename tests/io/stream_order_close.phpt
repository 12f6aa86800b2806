--TEST--
A stream closed while other coroutines use it or wait for their turn: they find it closed, as outside a coroutine (D28, D11)
--EXTENSIONS--
sockets
--FILE--
<?php
// schedules: any
// schedules: may go on
use function Async\{spawn, await, suspend};
require __DIR__ . '/slow_stream.inc';

/** A coroutine that returns the call's result or its exception, as text. */
function attempt(callable $call)
{
    return spawn(function () use ($call) {
        try {
            return json_encode($call());
        } catch (TypeError $e) {
            return $e->getMessage();
        }
    });
}
function until($coroutine, string $type): void
{
    while (!$coroutine->isCompleted() && ($coroutine->getAwaitingInfo()['type'] ?? '') !== $type) {
        suspend();
    }
}
/** Small buffers, so that long writes have to wait. */
function small_buffers($stream): void
{
    $socket = socket_import_stream($stream);
    socket_set_option($socket, SOL_SOCKET, SO_SNDBUF, 32768);
    socket_set_option($socket, SOL_SOCKET, SO_RCVBUF, 32768);
}
function tcp(): array
{
    $listener = stream_socket_server('tcp://127.0.0.1:0');
    $client = stream_socket_client('tcp://' . stream_socket_get_name($listener, false));
    return [$client, stream_socket_accept($listener)];
}
foreach (['unix' => stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0), 'tcp' => tcp()] as $name => [$a, $b]) {
    echo "$name\n";
    small_buffers($a);
    small_buffers($b);
    $reader = attempt(fn() => fgets($a));
    until($reader, 'descriptor');
    $next = attempt(fn() => fread($a, 10));
    until($next, 'lock');
    $last = attempt(fn() => feof($a));
    until($last, 'lock');
    $writer = attempt(fn() => @fwrite($a, str_repeat('x', 1000000)) < 1000000);
    until($writer, 'descriptor');
    $second = attempt(fn() => fwrite($a, 'y'));
    until($second, 'lock');
    var_dump(fclose($a));
    echo await($reader), ' ', await($writer), "\n", await($next), "\n", await($last), "\n", await($second), "\n";
    fclose($b);
}

echo "one that cannot be disturbed ends first\n";
$open = false;
SlowStream::$before = function () use (&$open) {
    while (!$open) {
        suspend();
    }
};
$s = slow("a line\nanother\n");
$reader = attempt(fn() => fgets($s));
until($reader, 'turn');
$next = attempt(fn() => fgets($s));
until($next, 'lock');
$closer = attempt(fn() => fclose($s));
until($closer, 'lock');
$second = attempt(fn() => fclose($s));
$open = true;
echo await($closer), ' ', await($reader), ' ', await($next), "\n", await($second), "\n";

echo "a cancelled coroutine closes it all the same\n";
$open = false;
$s = slow("a line\nanother\n");
$reader = attempt(fn() => fgets($s));
until($reader, 'turn');
$closer = spawn(function () use ($s) {
    try {
        Async\delay(10000);
    } finally {
        fclose($s);
    }
});
until($closer, 'timer');
$closer->cancel();
until($closer, 'lock');
$closer->cancel();
$open = true;
try {
    await($closer);
} catch (Async\AsyncCancellation) {
    echo gettype($s), "\n";
}
echo await($reader), "\n";

echo "closed by the one that reads\n";
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$reader = attempt(function () use ($a) {
    $line = fgets($a);
    fclose($a);
    return $line;
});
until($reader, 'descriptor');
$next = attempt(fn() => fgets($a));
until($next, 'lock');
fwrite($b, "bye\n");
echo await($reader), ' ', await($next), "\n";
?>
--EXPECTF--
unix
bool(true)
false true
fread(): %sstream resource
feof(): %sstream resource
fwrite(): %sstream resource
tcp
bool(true)
false true
fread(): %sstream resource
feof(): %sstream resource
fwrite(): %sstream resource
one that cannot be disturbed ends first
true "a line\n" fgets(): %sstream resource
fclose(): %sstream resource
a cancelled coroutine closes it all the same
resource (closed)
"a line\n"
closed by the one that reads
"bye\n" fgets(): %sstream resource
