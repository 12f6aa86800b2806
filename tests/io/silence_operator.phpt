--TEST--
The @ of a waiting call silences only that call, not the other coroutines (P10)
--EXTENSIONS--
posix
--FILE--
<?php
use function Async\{spawn, await, delay, suspend};
$listener = stream_socket_server('tcp://127.0.0.1:0');
$c = spawn(function () use ($listener) {
    $r = @stream_socket_accept($listener, 0.05);
    return [$r, str_replace(posix_strerror(110), 'ETIMEDOUT', error_get_last()['message']), error_reporting() === E_ALL];
});
suspend();
var_dump(error_reporting() === E_ALL);
echo $undefined;
error_clear_last();
var_dump(await($c));
var_dump(error_reporting() === E_ALL);
?>
--INI--
error_reporting=E_ALL
error_reporting=E_ALL
--EXPECTF--
bool(true)

Warning: Undefined variable $undefined in %s on line %d
array(3) {
  [0]=>
  bool(false)
  [1]=>
  string(48) "stream_socket_accept(): Accept failed: ETIMEDOUT"
  [2]=>
  bool(true)
}
bool(true)
