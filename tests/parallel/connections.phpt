--TEST--
Sockets of the parent are dead in a worker: it can neither use nor end a connection of the parent
--FILE--
<?php
use Async\ProcessPool;
use function Async\await;

[$here, $there] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$server = stream_socket_server('tcp://127.0.0.1:0');
$pool = new ProcessPool(function () use (&$here, $server) {
    $written = @fwrite($here, 'from the worker');
    $read = fread($here, 100);
    stream_socket_shutdown($here, STREAM_SHUT_RDWR);
    fclose($here);
    [$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    fwrite($a, 'own');
    return [$written, $read, fread($b, 3), (bool) @stream_socket_accept($server, 0), file_get_contents('php://stdin')];
}, workers: 1);
fwrite($there, 'for the parent');
echo json_encode(await($pool->submit())), "\n";
echo fread($here, 100), "\n";
fwrite($here, 'still there');
echo fread($there, 100), "\n";
?>
--EXPECT--
[false,"","own",false,""]
for the parent
still there
