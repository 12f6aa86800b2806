--TEST--
End of file and half-closed connections: all sent data arrives, then EOF; the other direction goes on (P10)
--FILE--
<?php
use function Async\{spawn, await, delay};
$listener = stream_socket_server('tcp://127.0.0.1:0');
$server = spawn(function () use ($listener) {
    $s = stream_socket_accept($listener);
    $all = stream_get_contents($s); // until the client has shut down its half
    delay(20);
    return fwrite($s, strtoupper($all));
});
$s = stream_socket_client('tcp://' . stream_socket_get_name($listener, false));
fwrite($s, "hello\n");
delay(20);
fwrite($s, "world\n");
var_dump(stream_socket_shutdown($s, STREAM_SHUT_WR));
var_dump(feof($s), fgets($s), fgets($s), fgets($s), fread($s, 10), feof($s), await($server));

echo "the waiting reader sees the end\n";
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$reader = spawn(fn() => [fread($a, 10), fread($a, 10), feof($a), stream_get_meta_data($a)['timed_out']]);
delay(10);
fwrite($b, 'last');
fclose($b);
echo json_encode(await($reader)), "\n";

echo "shut down by itself\n";
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$reader = spawn(fn() => [fread($a, 10), feof($a)]);
delay(10);
stream_socket_shutdown($a, STREAM_SHUT_RDWR);
echo json_encode(await($reader)), "\n";
?>
--EXPECT--
bool(true)
bool(false)
string(6) "HELLO
"
string(6) "WORLD
"
bool(false)
string(0) ""
bool(true)
int(12)
the waiting reader sees the end
["last","",true,false]
shut down by itself
["",true]
