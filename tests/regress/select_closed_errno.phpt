--TEST--
stream_select() tells that a stream was closed, whatever the end of its other streams has met (lifetime rule 4)
--FILE--
<?php
use function Async\{await, spawn, suspend};

/** Goes with its stream. Its last words are an error of the system. */
class Notified
{
    public function notify() {}
    public function __destruct() { echo file_exists('/does/not/exist') ? 'BROKEN' : 'closed', "\n"; }
}

set_error_handler(function ($level, $message) {
    echo preg_replace('/ \(max_fd=\d+\)/', '', $message), "\n";
});
$pair = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$listener = stream_socket_server('tcp://127.0.0.1:0');
$read = [$pair[0], stream_socket_client('tcp://' . stream_socket_get_name($listener, false),
    context: stream_context_create([], ['notification' => [new Notified, 'notify']]))];
$selecting = spawn(function () use (&$read) {
    $write = $except = null;
    return stream_select($read, $write, $except, 60);
});
suspend();
// The call alone has the array from here on.
$read = null;
fclose($pair[0]);
var_dump(await($selecting));
?>
--EXPECT--
closed
stream_select(): Unable to select [9]: Bad file descriptor
bool(false)
