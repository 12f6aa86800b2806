--TEST--
A socket is closed between wake and run of its waiter: the file that reuses the number is not touched (lifetime rule 4, D28, IO-04, IO-13)
--EXTENSIONS--
sockets
--FILE--
<?php
// schedules: may go on
use function Async\{spawn, await, delay};

function sockets(): array
{
    socket_create_pair(AF_UNIX, SOCK_STREAM, 0, $pair);
    return $pair;
}
function streams(): array
{
    return stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
}
$calls = [
    'socket_read' => ['sockets', fn($s) => @socket_read($s, 99), 'socket_write', 'socket_close'],
    'socket_select' => ['sockets', function ($s) {
        $r = [$s, $GLOBALS['other']];
        return @socket_select($r, $w, $e, 5);
    }, 'socket_write', 'socket_close'],
    'fread' => ['streams', fn($s) => fread($s, 99), 'fwrite', 'fclose'],
    'fgets' => ['streams', fn($s) => fgets($s), 'fwrite', 'fclose'],
    'stream_get_contents' => ['streams', fn($s) => stream_get_contents($s), 'fwrite', 'fclose'],
    'stream_socket_recvfrom' => ['streams', fn($s) => stream_socket_recvfrom($s, 99), 'fwrite', 'fclose'],
    'stream_select' => ['streams', function ($s) {
        $r = [$s, $GLOBALS['other_stream']];
        return @stream_select($r, $w, $e, 5);
    }, 'fwrite', 'fclose'],
];
[$other] = $other_pair = sockets();
[$other_stream] = $other_streams = streams();
foreach ($calls as $name => [$make, $call, $write, $close]) {
    [$a, $b] = $make();
    [$first, $to_first] = sockets();
    // Both are woken in one turn; the closing one runs before the reader.
    $closer = spawn(function () use ($first, $a, $make, $write, $close, &$new) {
        socket_read($first, 1);
        $close($a);
        $new = $make();
        $write($new[1], 'not yours');
    });
    $reader = spawn(fn() => $call($a));
    delay(5);
    socket_write($to_first, 'x');
    $write($b, 'y');
    echo $name, ': ', json_encode(await($reader)), ', the new one has ',
        $make === 'sockets' ? socket_read($new[0], 99) : fread($new[0], 99), "\n";
}
?>
--EXPECT--
socket_read: false, the new one has not yours
socket_select: false, the new one has not yours
fread: false, the new one has not yours
fgets: false, the new one has not yours
stream_get_contents: "", the new one has not yours
stream_socket_recvfrom: false, the new one has not yours
stream_select: false, the new one has not yours
