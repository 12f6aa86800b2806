--TEST--
stream_select() tells that a stream was closed, whatever the end of its other streams has met (lifetime rule 4)
--FILE--
<?php
use function Async\{await, spawn, suspend};

class Wrapper
{
    public static $socket;
    public $context;
    public function stream_open() { return true; }
    public function stream_cast() { return self::$socket; }
    public function stream_close() { echo file_exists('/does/not/exist') ? 'BROKEN' : 'closed', "\n"; }
}

set_error_handler(function ($level, $message) {
    echo preg_replace('/ \(max_fd=\d+\)/', '', $message), "\n";
});
stream_wrapper_register('wrapper', 'Wrapper');
$pair = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$other = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
Wrapper::$socket = $other[0];
$read = [$pair[0], fopen('wrapper://', 'r')];
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
