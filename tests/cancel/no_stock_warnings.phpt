--TEST--
A stock function whose wait is cancelled gives no warning of its own: the cancellation says it all; each waiting function, with and without a handler (D11)
--EXTENSIONS--
sockets
--FILE--
<?php
use function Async\{spawn, suspend, await, delay};

$server = stream_socket_server('tcp://127.0.0.1:0');
$name = stream_socket_get_name($server, false);
$idle = stream_socket_server('tcp://127.0.0.1:0');
class Wrapper {
    public $context;
    function stream_open($path, $mode, $options, &$opened) { return true; }
    function stream_read($count) { global $pair; $text = fread($pair[0], 10); echo $ofWrapper; return $text; }
    function stream_eof() { return false; }
    function stream_stat() { return []; }
}
stream_wrapper_register('user', 'Wrapper');
$pair = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$waits = [
    'stream_socket_accept' => fn() => stream_socket_accept($idle, 50),
    'stream_select' => function () use ($idle) { $r = [$idle]; $w = $e = null; stream_select($r, $w, $e, 50); },
    'fread' => fn() => fread($pair[0], 10),
    'fgets' => fn() => fgets($pair[0]),
    'stream_get_contents' => fn() => stream_get_contents($pair[0]),
    'file_get_contents' => fn() => file_get_contents("http://$name/"),
    'fopen' => fn() => fopen("http://$name/", 'r'),
    'readfile' => fn() => readfile("http://$name/"),
    'file' => fn() => file("http://$name/"),
    'copy' => fn() => copy("http://$name/", 'php://memory'),
    'getimagesize' => fn() => getimagesize("http://$name/"),
    'get_headers' => fn() => get_headers("http://$name/"),
    'ftp' => fn() => file_get_contents("ftp://$name/x"),
    'SplFileObject' => fn() => new SplFileObject("http://$name/"),
    'socket_accept' => fn() => socket_accept(socket_create_listen(0)),
    'socket_select' => function () { $r = [socket_create_listen(0)]; $w = $e = null; socket_select($r, $w, $e, 50); },
    'socket_read' => function () { socket_create_pair(AF_UNIX, SOCK_STREAM, 0, $p); socket_read($p[0], 10); },
    'socket_recv' => function () { socket_create_pair(AF_UNIX, SOCK_STREAM, 0, $p); socket_recv($p[0], $x, 10, 0); },
    'sleep' => fn() => sleep(50),
    'usleep' => fn() => usleep(50_000_000),
    'time_nanosleep' => fn() => time_nanosleep(50, 0),
    'user wrapper' => fn() => file_get_contents('user://x', false, null, 0, 10),
];
foreach (['displayed', 'handled', 'handled by an exception'] as $how) {
    if ($how !== 'displayed') {
        set_error_handler(function ($level, $message) use ($how) {
            echo "handler: $message\n";
            return $how === 'handled' ? true : throw new ErrorException($message);
        });
    }
    echo "---- $how\n";
    $left = 0;
    foreach ($waits as $function => $wait) {
        $coroutine = spawn(function () use ($wait, $function) {
            try {
                $wait();
                echo "$function returned\n";
            } catch (Async\AsyncCancellation $e) {
                if ($last = error_get_last()) {
                    echo "$function: ", $last['message'], "\n";
                }
            } catch (Throwable $e) {
                echo "$function: ", get_class($e), "\n";
            }
        });
        do { delay(5); } while ($coroutine->getAwaitingInfo() === [] && !$coroutine->isCompleted());
        $coroutine->cancel();
        await(spawn(fn() => suspend()));
        while (!$coroutine->isCompleted()) suspend();
    }
}
/* Later warnings are as always. */
echo $undefined ?? 'done', "\n";
try { fopen('/does/not/exist', 'r'); } catch (ErrorException) {}
// schedules: none, when main is cancelled one of the waits goes on for ever
?>
--EXPECTF--
---- displayed
---- handled
---- handled by an exception
done
handler: fopen(%S): Failed to open stream: No such file or directory
