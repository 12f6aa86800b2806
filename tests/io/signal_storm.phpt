--TEST--
A signal every 2 ms ends the waits that it ends on stock PHP, and no other; its handlers run while twenty coroutines wait (P10, D32, D41)
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../inc/child.php';
use function Async\{await, delay, spawn};

$handled = 0;
pcntl_async_signals(true);
pcntl_signal(SIGUSR1, function () use (&$handled) { $handled++; });

/**
 * Sends the signal until its input ends, at the latest with the test. It must not be killed: its child `kill` would
 * outlive it and could signal this process after PHP has restored the default action. Under a tool a handler takes
 * longer than 2 ms.
 */
$storm = proc_open([getenv('TEST_PHP_EXECUTABLE') ?: PHP_BINARY, '-n', '-r', <<<'CODE'
    do {
        exec("kill -USR1 $argv[1]");
        [$input, $none] = [[STDIN], null];
    } while (stream_select($input, $none, $none, 0, (int) $argv[2]) === 0);
    CODE, (string) getmypid(), getenv('ASYNC_TEST_TOOL') ? '100000' : '2000'], [['pipe', 'r']], $storm_input);

/** A wait of about 200 ms that must not be shorter; it began before the event that ends it was started. */
function exactly(float $ms, callable $wait, ?int $start = null): string
{
    $start ??= hrtime(true);
    $result = $wait();
    $took = (hrtime(true) - $start) / 1e6;
    return ($took >= $ms ? '' : "only $took ms: ") . json_encode($result);
}
/** A wait that the first signal ends, where stock PHP does not wait for the rest of its minute either. */
function ended(callable $wait): string
{
    $start = hrtime(true);
    $result = $wait();
    return hrtime(true) - $start < 30e9 ? 'ended with ' . json_encode($result) : 'not ended';
}
$waits = [
    'usleep' => fn() => ended(fn() => usleep(60000000)),
    'sleep' => fn() => ended(fn() => sleep(60) > 0),
    'nanosleep' => fn() => ended(fn() => array_keys(time_nanosleep(60, 0))),
    'time_sleep_until' => fn() => exactly(200, fn() => time_sleep_until(microtime(true) + 0.2)),
    'delay' => fn() => exactly(200, fn() => delay(200)),
    'read from a socket' => function () {
        $start = hrtime(true);
        [$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        $writer = spawn(function () use ($b) { delay(200); fwrite($b, "a line\n"); });
        return exactly(200, fn() => fgets($a), $start);
    },
    'time limit' => function () {
        [$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        stream_set_timeout($a, 0, 200000);
        return exactly(200, fn() => [fgets($a), stream_get_meta_data($a)['timed_out']]);
    },
    'stream_select' => function () {
        [$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        [$read, $write, $except] = [[$a], null, null];
        return ended(fn() => [@stream_select($read, $write, $except, 60), error_get_last()['message']]);
    },
    'accept' => function () {
        $listener = stream_socket_server('tcp://127.0.0.1:0');
        return ended(fn() => [@stream_socket_accept($listener, 60), error_get_last()['message']]);
    },
    'connection' => function () {
        $start = hrtime(true);
        $listener = stream_socket_server('tcp://127.0.0.1:0');
        $client = spawn(function () use ($listener) {
            delay(200);
            return stream_socket_client('tcp://' . stream_socket_get_name($listener, false));
        });
        return exactly(200, function () use ($listener) {
            while (!($connection = @stream_socket_accept($listener, 30)));
            return is_resource($connection);
        }, $start);
    },
    'names' => fn() => exactly(0, fn() => [gethostbyname('localhost'), gethostbyname('127.0.0.1')]),
    'pclose' => function () {
        $start = hrtime(true);
        $pipe = popen('sleep 0.2; exit 3', 'r');
        return exactly(190, fn() => pclose($pipe), $start);
    },
    'pipe' => fn() => exactly(190, fn() => shell_exec('sleep 0.2; echo text')),
    'proc_close' => function () {
        $start = hrtime(true);
        $process = proc_open(['sleep', '0.2'], [], $pipes);
        return exactly(150, fn() => proc_close($process), $start);
    },
    'system' => fn() => exactly(190, function () { exec('sleep 0.2; echo said; exit 4', $lines, $status); return [$lines, $status]; }),
    'files' => function () {
        $file = tempnam(sys_get_temp_dir(), 'storm');
        $text = str_repeat('text ', 100000);
        $answer = [];
        for ($i = 0; $i < 20; $i++) {
            $answer[] = file_put_contents($file, $text) === 500000 && file_get_contents($file) === $text;
            delay(10);
        }
        unlink($file);
        return json_encode(array_unique($answer));
    },
    'FIFO' => function () {
        $start = hrtime(true);
        $fifo = sys_get_temp_dir() . '/async-storm-' . getmypid();
        posix_mkfifo($fifo, 0600);
        $writer = spawn(function () use ($fifo) { delay(200); file_put_contents($fifo, 'through the FIFO'); });
        $answer = exactly(200, fn() => file_get_contents($fifo), $start);
        unlink($fifo);
        return $answer;
    },
    'lock' => function () {
        $start = hrtime(true);
        [$a, $b] = [tmpfile(), null];
        $b = fopen(stream_get_meta_data($a)['uri'], 'r+');
        flock($a, LOCK_EX);
        spawn(function () use ($a) { delay(200); flock($a, LOCK_UN); });
        return exactly(200, fn() => flock($b, LOCK_EX), $start);
    },
    'HTTP' => function () {
        $start = hrtime(true);
        $listener = stream_socket_server('tcp://127.0.0.1:0');
        $server = spawn(function () use ($listener) {
            while (!($connection = @stream_socket_accept($listener, 30)));
            while (!in_array(fgets($connection), ["\r\n", false], true));
            fwrite($connection, "HTTP/1.0 200 OK\r\n\r\n");
            delay(200);
            fwrite($connection, 'answer');
        });
        return exactly(200, fn() => file_get_contents('http://' . stream_socket_get_name($listener, false)), $start);
    },
];
while ($handled === 0) {
    delay(1);
}
$running = [];
foreach ($waits as $name => $wait) {
    $running[$name] = spawn($wait);
}
foreach ($running as $name => $coroutine) {
    echo "$name: ", await($coroutine), "\n";
}
while ($handled < 4) {
    delay(1);
}
fclose($storm_input[0]);
proc_close($storm);
echo "handled\n";
?>
--EXPECTF--
usleep: ended with null
sleep: ended with true
nanosleep: ended with ["seconds","nanoseconds"]
time_sleep_until: true
delay: null
read from a socket: "a line\n"
time limit: [false,true]
stream_select: ended with [false,"stream_select(): Unable to select [4]: Interrupted system call (max_fd=%d)"]
accept: ended with [false,"stream_socket_accept(): Accept failed: Interrupted system call"]
connection: true
names: ["127.0.0.1","127.0.0.1"]
pclose: 3
pipe: "text\n"
proc_close: 0
system: [["said"],4]
files: [true]
FIFO: "through the FIFO"
lock: true
HTTP: "answer"
handled
