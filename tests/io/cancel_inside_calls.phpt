--TEST--
A cancellation inside a blocking call is thrown from it at once, and is never mistaken for an end of file (D11, P5, CN-21)
--FILE--
<?php
use function Async\{spawn, await, delay, timeout};
use Async\AsyncCancellation;
require __DIR__ . '/transparency.inc';

[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$listener = stream_socket_server('tcp://127.0.0.1:0');
$udp = stream_socket_server('udp://127.0.0.1:0', $c, $m, STREAM_SERVER_BIND);
[$full, $other] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
stream_set_blocking($full, false);
while (@fwrite($full, str_repeat('x', 65536)));
stream_set_blocking($full, true);
$url = 'http://' . stream_socket_get_name($listener, false);

$calls = [
    'sleep' => fn() => sleep(100),
    'usleep' => fn() => usleep(100000000),
    'time_nanosleep' => fn() => time_nanosleep(100, 0),
    'time_sleep_until' => fn() => time_sleep_until(microtime(true) + 100),
    'fread' => fn() => fread($a, 10),
    'fgets' => fn() => fgets($a),
    'fgetc' => fn() => fgetc($a),
    'stream_get_line' => fn() => stream_get_line($a, 10, '|'),
    'stream_get_contents' => fn() => stream_get_contents($a),
    'stream_copy_to_stream' => fn() => stream_copy_to_stream($a, fopen('php://memory', 'w')),
    'fpassthru' => fn() => fpassthru($a),
    'fscanf' => fn() => fscanf($a, '%d'),
    'recvfrom' => fn() => stream_socket_recvfrom($udp, 10, 0, $from),
    'accept' => fn() => @stream_socket_accept($listener, 100),
    'fwrite' => fn() => @fwrite($full, 'y'),
    'file_get_contents' => fn() => @file_get_contents($url),
    'fopen' => fn() => @fopen($url, 'r'),
    'file' => fn() => @file($url),
    'feof loop' => function () use ($a) {
        $turns = 0;
        while (!feof($a)) {
            fgets($a);
            if (++$turns > 3) {
                return 'spins';
            }
        }
        return 'took it for the end';
    },
    'result unused' => function () use ($a) {
        fread($a, 10);
        return 'went on';
    },
    'in an expression' => function () use ($a) {
        return strlen('x' . fread($a, 10) . 'y') > 0 ? 'went on' : 'went on';
    },
    'by array_map' => fn() => array_map('fread', [$a], [10]),
    'by call_user_func' => fn() => call_user_func('fgets', $a),
];
foreach ($calls as $name => $call) {
    $reason = new AsyncCancellation('reason');
    $coroutine = spawn(function () use ($call, $reason, &$caught) {
        $caught = 'nothing';
        try {
            $caught = $call();
        } catch (AsyncCancellation $e) {
            $caught = $e;
            throw $e;
        } catch (Exception $e) {
            $caught = $e;
        }
    });
    delay(5);
    $start = hrtime(true);
    $coroutine->cancel($reason);
    try {
        await($coroutine);
        echo "$name: not cancelled, ", json_encode($caught), "\n";
        continue;
    } catch (AsyncCancellation $e) {
    }
    $ms = (hrtime(true) - $start) / 1e6;
    echo $name, ': ', $caught === $reason ? 'cancelled' : 'caught ' . get_debug_type($caught), $ms > 500 ? ", after $ms ms" : '', "\n";
    // Accept the pending connections of the listener.
    while ($s = @stream_socket_accept($listener, 0)) {
        fclose($s);
    }
}
echo "the streams are as good as new\n";
var_dump(feof($a), stream_get_meta_data($a)['timed_out']);
fwrite($b, "one\ntwo\n");
var_dump(fgets($a), fread($a, 4)); // PHP 8.2 waits for more than it has buffered, also outside a coroutine
stream_set_blocking($other, false);
while (fread($other, 65536) !== '');
var_dump(fwrite($full, 'z'));
$client = stream_socket_client('tcp://' . stream_socket_get_name($listener, false));
var_dump(is_resource(stream_socket_accept($listener, 1)));
var_dump(error_get_last() === null || !str_contains(error_get_last()['message'], 'reason'));
var_dump(Async\stats()['blocked_in_place']);
?>
--EXPECT--
sleep: cancelled
usleep: cancelled
time_nanosleep: cancelled
time_sleep_until: cancelled
fread: cancelled
fgets: cancelled
fgetc: cancelled
stream_get_line: cancelled
stream_get_contents: cancelled
stream_copy_to_stream: cancelled
fpassthru: cancelled
fscanf: cancelled
recvfrom: cancelled
accept: cancelled
fwrite: cancelled
file_get_contents: cancelled
fopen: cancelled
file: cancelled
feof loop: cancelled
result unused: cancelled
in an expression: cancelled
by array_map: cancelled
by call_user_func: cancelled
the streams are as good as new
bool(false)
bool(false)
string(4) "one
"
string(4) "two
"
int(1)
bool(true)
bool(true)
int(0)
