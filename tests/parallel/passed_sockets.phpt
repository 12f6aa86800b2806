--TEST--
Socket objects of ext/sockets are arguments and results of jobs
--EXTENSIONS--
sockets
--FILE--
<?php
use Async\{AsyncException, ProcessPool};
use function Async\await;

$pool = new ProcessPool(function (string $what, $socket = null) {
    switch ($what) {
        case 'answer':
            $text = strtoupper(socket_read($socket, 100));
            socket_write($socket, $text);
            socket_close($socket);
            return $text;
        case 'accept':
            $connection = socket_accept($socket);
            socket_write($connection, 'accepted');
            return get_debug_type($connection);
        case 'make':
            socket_create_pair(AF_UNIX, SOCK_STREAM, 0, $pair);
            socket_write($pair[0], 'made in the worker');
            return ['end' => $pair[1]];
    }
}, workers: 1);
socket_create_pair(AF_UNIX, SOCK_STREAM, 0, $pair);
await($pool->submit('none', [$pair]));
$job = $pool->submit('answer', $pair[0]);
socket_close($pair[0]);
socket_write($pair[1], 'pair');
echo socket_read($pair[1], 100), json_encode(socket_read($pair[1], 100)), ' ', await($job), "\n";
$server = socket_create_listen(0);
socket_getsockname($server, $host, $port);
$job = $pool->submit('accept', $server);
$client = socket_create(AF_INET, SOCK_STREAM, SOL_TCP);
socket_connect($client, '127.0.0.1', $port);
echo socket_read($client, 100), ' ', await($job), "\n";
$result = await($pool->submit('make'));
echo get_debug_type($result['end']), ' ', socket_read($result['end'], 100), "\n";
try {
    $pool->submit('answer', $pair[0]);
} catch (AsyncException $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECT--
PAIR"" PAIR
accepted Socket
Socket made in the worker
Cannot pass a closed stream or resource to another process
