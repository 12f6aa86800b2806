--TEST--
Cancelled after a part of a long Redis answer: the call ends at once, the next one uses a new connection (P4, P5)
--EXTENSIONS--
igbinary
redis
--FILE--
<?php
require __DIR__ . '/../io/transparency.inc';
use function Async\{spawn, await, delay};

// Each connection gets the beginning of an answer of 1000 bytes; the third one gets all of it.
[$host, $port] = explode(':', peer(<<<'CODE'
    $listener = stream_socket_server('tcp://127.0.0.1:0');
    echo stream_socket_get_name($listener, false), "\n";
    for ($kept = [];;) {
        $kept[] = $connection = stream_socket_accept($listener, 100);
        fread($connection, 1000);
        fwrite($connection, "$1000\r\n");
        // In parts, so that the client finds that it has read all there is.
        usleep(50000);
        fwrite($connection, str_repeat('x', count($kept) === 3 ? 1000 : 600));
        count($kept) === 3 && fwrite($connection, "\r\n");
    }
    CODE));
$redis = new Redis;
$redis->connect($host, (int) $port);
foreach (['once', 'twice'] as $time) {
    $reader = spawn(fn() => $redis->get('x'));
    delay(200);
    $start = hrtime(true);
    $reader->cancel();
    try {
        await($reader);
        echo "BROKEN: it went on\n";
    } catch (Async\AsyncCancellation) {
        echo "$time: cancelled", hrtime(true) - $start > 5e9 ? ', after a long time' : '', "\n";
    }
}
var_dump(strlen($redis->get('x')));
?>
--EXPECT--
once: cancelled
twice: cancelled
int(1000)
