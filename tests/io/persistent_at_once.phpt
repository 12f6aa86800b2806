--TEST--
Coroutines open one persistent stream at the same time: the first connects, the others wait, and get the same (P10, D28)
--FILE--
<?php
use function Async\{spawn, await, awaitAll};
$listener = stream_socket_server('tcp://127.0.0.1:0');
$port = (int) substr(strrchr(stream_socket_get_name($listener, false), ':'), 1);

/** Open in ten coroutines. The look-up of the name waits. */
function at_once(string $title, callable $open, $listener): void
{
    for ($opened = [], $i = 0; $i < 10; $i++) {
        $opened[] = spawn($open);
    }
    [$streams] = awaitAll($opened);
    $numbers = array_unique(array_map(fn($s) => is_resource($s) ? get_resource_id($s) : $s, $streams), SORT_REGULAR);
    for ($accepted = 0; @stream_socket_accept($listener, 0); $accepted++);
    echo "$title: ", count($streams), ' calls, ', count($numbers), " stream, $accepted connection\n";
    if (is_resource($streams[0])) {
        fclose($streams[0]);
    } else {
        var_dump($streams[0]);
    }
}

/** An address on which no server listens. */
function unused(): int
{
    $listener = stream_socket_server('tcp://127.0.0.1:0');
    return (int) substr(strrchr(stream_socket_get_name($listener, false), ':'), 1);
}

$client = fn(int $port) => @stream_socket_client("tcp://localhost:$port", timeout: 5,
    flags: STREAM_CLIENT_CONNECT | STREAM_CLIENT_PERSISTENT);
at_once('pfsockopen', fn() => pfsockopen('localhost', $port, timeout: 5), $listener);
at_once('stream_socket_client', fn() => $client($port), $listener);
$unused = unused();
at_once('pfsockopen, refused', fn() => @pfsockopen('localhost', $unused, timeout: 5), $listener);
at_once('stream_socket_client, refused', fn() => $client($unused), $listener);

$first = spawn(fn() => pfsockopen('localhost', $port));
$second = spawn(fn() => pfsockopen('localhost', $port));
$third = spawn(fn() => pfsockopen('localhost', $port));
spawn(function () use ($first, $third) {
    $first->cancel();
    $third->cancel();
});
[$streams, $errors] = awaitAll([$first, $second, $third]);
var_dump(array_keys($streams), count($errors));
$server = stream_socket_accept($listener, 5);
fwrite($streams[1], "is connected\n");
echo fgets($server);
?>
--EXPECT--
pfsockopen: 10 calls, 1 stream, 1 connection
stream_socket_client: 10 calls, 1 stream, 1 connection
pfsockopen, refused: 10 calls, 1 stream, 0 connection
bool(false)
stream_socket_client, refused: 10 calls, 1 stream, 0 connection
bool(false)
array(1) {
  [0]=>
  int(1)
}
int(2)
is connected
