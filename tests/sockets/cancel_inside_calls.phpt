--TEST--
A cancellation inside a call of ext/sockets or a select() is thrown from it at once, like a time limit; sockets stay usable (D11, P5, IO-06, IO-13)
--EXTENSIONS--
sockets
--FILE--
<?php
use function Async\{spawn, await, delay, timeout};
use Async\{AsyncCancellation, AwaitCancelledException};
require __DIR__ . '/sockets.inc';
function pair(): array
{
    socket_create_pair(AF_UNIX, SOCK_STREAM, 0, $pair);
    return $pair;
}
[$a, $b] = pair();
[$full, $other] = pair();
socket_send($full, str_repeat('x', 1 << 22), 1 << 22, MSG_DONTWAIT);
[$listener] = listener();
$path = sys_get_temp_dir() . '/async-sockets-' . getmypid();
register_shutdown_function(fn() => @unlink($path));
$unix = socket_create(AF_UNIX, SOCK_STREAM, 0);
socket_bind($unix, $path);
socket_listen($unix, 0);
socket_connect($first = socket_create(AF_UNIX, SOCK_STREAM, 0), $path);
$late = socket_create(AF_UNIX, SOCK_STREAM, 0);
$streams = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$message = ['name' => [], 'buffer_size' => 9, 'controllen' => 64];

$calls = [
    'connect' => fn() => socket_connect($late, $path),
    'accept' => fn() => socket_accept($listener),
    'read' => fn() => socket_read($a, 9),
    'read a line' => fn() => socket_read($a, 9, PHP_NORMAL_READ),
    'recv' => fn() => socket_recv($a, $data, 9, 0),
    'recv, all' => fn() => socket_recv($a, $data, 9, MSG_WAITALL),
    'recvfrom' => fn() => socket_recvfrom($a, $data, 9, 0, $from),
    'recvmsg' => fn() => socket_recvmsg($a, $message),
    'write' => fn() => socket_write($full, 'x'),
    'send' => fn() => socket_send($full, 'x', 1, 0),
    'sendmsg' => fn() => socket_sendmsg($full, ['iov' => ['x']]),
    'socket_select' => function () use ($a) {
        $r = [$a];
        return socket_select($r, $w, $e, null);
    },
    'socket_select, seconds' => function () use ($a) {
        $r = [$a];
        return socket_select($r, $w, $e, 100);
    },
    'stream_select' => function () use ($streams) {
        $r = $streams;
        return stream_select($r, $w, $e, 100);
    },
    'read loop' => function () use ($a) {
        for ($turns = 0; socket_read($a, 9) !== ''; $turns++) {
            if ($turns > 3) {
                return 'spins';
            }
        }
        return 'took it for the end';
    },
];
foreach ($calls as $name => $call) {
    foreach (['cancelled', 'time limit'] as $how) {
        $warnings = 0;
        $coroutine = spawn(function () use ($call, &$caught, &$warnings) {
            set_error_handler(function () use (&$warnings) {
                $warnings++;
                return true;
            });
            try {
                $caught = $call();
            } catch (Throwable $e) {
                $caught = get_class($e);
                throw $e;
            } finally {
                restore_error_handler();
            }
        });
        $caught = 'nothing';
        $start = hrtime(true);
        try {
            if ($how === 'cancelled') {
                delay(2);
                $coroutine->cancel(new AsyncCancellation('reason'));
                await($coroutine);
            } else {
                await($coroutine, timeout(5));
            }
            $end = json_encode($caught);
        } catch (AsyncCancellation | AwaitCancelledException $e) {
            $end = get_class($e);
        }
        $expected = $how === 'cancelled' ? AsyncCancellation::class : AwaitCancelledException::class;
        if ($how === 'time limit') {
            // The coroutine still runs; end it.
            $coroutine->cancel();
            try {
                await($coroutine);
            } catch (AsyncCancellation) {
            }
        }
        $ms = (hrtime(true) - $start) / 1e6;
        echo "$name, $how: ", $end === $expected && $caught === AsyncCancellation::class ? 'thrown' : "$end, $caught",
            $warnings > 1 ? ", $warnings warnings" : '', $ms > 1000 ? ", after $ms ms" : '', "\n";
    }
}
echo "the sockets are as good as new\n";
socket_write($b, "12345\n678901234");
var_dump(socket_read($a, 9, PHP_NORMAL_READ), socket_recv($a, $data, 9, MSG_WAITALL));
drain($other);
var_dump(socket_write($full, 'z'), drain($other));
socket_accept($unix);
var_dump(socket_connect($late, $path));
socket_getsockname($listener, $host, $port);
socket_connect(socket_create(AF_INET, SOCK_STREAM, SOL_TCP), $host, $port);
var_dump(socket_accept($listener) instanceof Socket);
fwrite($streams[0], 'x');
$r = $streams;
var_dump(stream_select($r, $n, $n, 5), Async\stats()['blocked_in_place']);
?>
--EXPECT--
connect, cancelled: thrown
connect, time limit: thrown
accept, cancelled: thrown
accept, time limit: thrown
read, cancelled: thrown
read, time limit: thrown
read a line, cancelled: thrown
read a line, time limit: thrown
recv, cancelled: thrown
recv, time limit: thrown
recv, all, cancelled: thrown
recv, all, time limit: thrown
recvfrom, cancelled: thrown
recvfrom, time limit: thrown
recvmsg, cancelled: thrown
recvmsg, time limit: thrown
write, cancelled: thrown
write, time limit: thrown
send, cancelled: thrown
send, time limit: thrown
sendmsg, cancelled: thrown
sendmsg, time limit: thrown
socket_select, cancelled: thrown
socket_select, time limit: thrown
socket_select, seconds, cancelled: thrown
socket_select, seconds, time limit: thrown
stream_select, cancelled: thrown
stream_select, time limit: thrown
read loop, cancelled: thrown
read loop, time limit: thrown
the sockets are as good as new
string(6) "12345
"
int(9)
int(1)
string(1) "z"
bool(true)
bool(true)
int(1)
int(0)
