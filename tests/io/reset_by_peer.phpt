--TEST--
A connection reset by the peer ends the waiting read as in stock PHP; the program goes on (P10, bad input)
--EXTENSIONS--
sockets
--FILE--
<?php
use function Async\{spawn, await, delay};
$attempt = function (bool $inside) {
    $listener = stream_socket_server('tcp://127.0.0.1:0');
    $s = stream_socket_client('tcp://' . stream_socket_get_name($listener, false));
    $peer = stream_socket_accept($listener);
    $reset = function () use ($peer) {
        // Closed with SO_LINGER 0, a connection is reset.
        socket_set_option(socket_import_stream($peer), SOL_SOCKET, SO_LINGER, ['l_onoff' => 1, 'l_linger' => 0]);
        fclose($peer);
    };
    if ($inside) {
        $late = spawn(function () use ($reset) {
            delay(20);
            $reset();
        });
    } else {
        $reset();
    }
    $r = [fread($s, 10), feof($s), fread($s, 10), stream_get_meta_data($s)['timed_out']];
    $r[] = fwrite($s, 'x');
    $r[] = fgets($s);
    return $r;
};
$outside = $attempt(false);
$inside = await(spawn($attempt, true));
var_dump($inside === $outside);
var_dump($inside);
?>
--EXPECTF--
%r(Notice|Warning)%r: fwrite(): Send of 1 bytes failed with errno=32 Broken pipe in %s on line %d

%r(Notice|Warning)%r: fwrite(): Send of 1 bytes failed with errno=32 Broken pipe in %s on line %d
bool(true)
array(6) {
  [0]=>
  bool(false)
  [1]=>
  bool(true)
  [2]=>
  string(0) ""
  [3]=>
  bool(false)
  [4]=>
  bool(false)
  [5]=>
  bool(false)
}
