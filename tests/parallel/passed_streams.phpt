--TEST--
Streams of each kind are arguments of a job: files with their mode, place and path, pipes, connections, listeners
--SKIPIF--
<?php if (!function_exists('stream_socket_pair') || !is_executable('/bin/cat')) die('skip needs pairs of sockets, and cat'); ?>
--FILE--
<?php
use Async\ProcessPool;
use function Async\await;

$pool = new ProcessPool(function (string $what, $stream, ...$more) {
    $meta = stream_get_meta_data($stream);
    $kind = strtok($meta['stream_type'], '/') . " $meta[mode]";
    switch ($what) {
        case 'line':
            $kind .= ' ' . json_encode(fgets($stream)) . ($meta['seekable'] ? ' at ' . ftell($stream) : '');
            break;
        case 'write':
            fwrite($stream, "by the worker\n");
            break;
        case 'answer':
            fwrite($stream, strtoupper(fgets($stream)));
            fclose($stream);
            break;
        case 'accept':
            $connection = stream_socket_accept($stream, 20);
            fwrite($connection, 'accepted');
            fclose($connection);
            break;
        case 'receive':
            $text = stream_socket_recvfrom($stream, 100, 0, $peer);
            stream_socket_sendto($stream, strrev($text), 0, $peer);
            break;
        case 'mode':
            $kind .= $meta['blocked'] ? ' blocking' : ' not blocking';
            break;
        case 'meta':
            $kind .= json_encode([$meta['blocked'], $more[0] === $meta['uri']]);
    }
    return $kind;
}, workers: 1);
await($pool->submit('none', STDERR));            // from now on the worker is there

echo "-- files\n";
$path = tempnam(sys_get_temp_dir(), 'async');
file_put_contents($path, "one\ntwo\nthree\n");
$file = fopen($path, 'r');
fgets($file);                                    // what was read ahead goes back
echo await($pool->submit('line', $file)), "\n";
echo json_encode(fgets($file)), " in the parent\n"; // the worker has read ahead, and the position is that of both
rewind($file);
fgets($file);
$job = $pool->submit('line', $file);
fclose($file);                                   // the job has a descriptor of its own
echo await($job), "\n";
$log = fopen($path, 'a+');
echo await($pool->submit('write', $log)), "\n";
fwrite($log, "by the parent\n");
echo await($pool->submit('meta', $log, $path)), "\n";
echo file_get_contents($path);
unlink($path);

echo "-- pipes\n";
$cat = proc_open(['/bin/cat'], [['pipe', 'r'], ['pipe', 'w']], $pipes);
$write = $pool->submit('write', $pipes[0]);
echo await($write), "\n";
echo fgets($pipes[1]);
fwrite($pipes[0], "to the worker\n");
echo await($pool->submit('line', $pipes[1])), "\n";

echo "-- connections\n";
$server = stream_socket_server('tcp://127.0.0.1:0');
$address = 'tcp://' . stream_socket_get_name($server, false);
$client = stream_socket_client($address);
$connection = stream_socket_accept($server);
$job = $pool->submit('answer', $connection);
fclose($connection);
fwrite($client, "tcp\n");
echo json_encode(stream_get_contents($client)), ' ', await($job), "\n";
$path = sys_get_temp_dir() . '/async-' . getmypid();
$local = stream_socket_server("unix://$path");
$client = stream_socket_client("unix://$path");
$connection = stream_socket_accept($local);
$job = $pool->submit('answer', $connection);
fclose($connection);
fwrite($client, "unix\n");
echo json_encode(stream_get_contents($client)), ' ', await($job), "\n";
unlink($path);
[$here, $there] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$job = $pool->submit('answer', $there);
fclose($there);
fwrite($here, "pair\n");
echo json_encode(stream_get_contents($here)), ' ', await($job), "\n";
[$here, $there] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
stream_set_blocking($there, false);
echo await($pool->submit('mode', $there)), "\n";

echo "-- listeners and datagrams\n";
$job = $pool->submit('accept', $server);
$client = stream_socket_client($address);
echo json_encode(stream_get_contents($client)), ' ', await($job), "\n";
$udp = stream_socket_server('udp://127.0.0.1:0', $code, $message, STREAM_SERVER_BIND);
$client = stream_socket_client('udp://' . stream_socket_get_name($udp, false));
fwrite($client, 'udp');
echo await($pool->submit('receive', $udp)), ' ', fread($client, 10), "\n";
$path .= '-';
$udg = stream_socket_server("udg://$path", $code, $message, STREAM_SERVER_BIND);
$client = stream_socket_client("udg://$path");
fwrite($client, "datagram\n");
echo await($pool->submit('line', $udg)), "\n";
unlink($path);
?>
--EXPECT--
-- files
STDIO r "two\n" at 8
false in the parent
STDIO r "two\n" at 8
STDIO a+
STDIO a+[true,true]
one
two
three
by the worker
by the parent
-- pipes
STDIO w
by the worker
STDIO r "to the worker\n"
-- connections
"TCP\n" tcp_socket r+
"UNIX\n" unix_socket r+
"PAIR\n" generic_socket r+
generic_socket r+ not blocking
-- listeners and datagrams
"accepted" tcp_socket r+
udp_socket r+ pdu
udg_socket r+ "datagram\n"
