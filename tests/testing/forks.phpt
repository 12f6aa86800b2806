--TEST--
Async\Testing\run(): what a forked child does takes its time, whatever it shares with the test
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php
require __DIR__ . '/../inc/child.php';
skip_under_tools('real time is judged, and signals end children');
?>
--FILE--
<?php
use function Async\{await, delay, signal, spawn, timeout};
use function Async\Testing\elapsed;

require __DIR__ . '/timed.inc';

/** A child that does this after a tenth of a second, and ends. */
function child(callable $work): int
{
    $pid = pcntl_fork();
    if ($pid === 0) {
        usleep(100_000);
        $work();
        posix_kill(getmypid(), SIGKILL);
    }
    return $pid;
}

/** The result, when the child has ended and an hour has passed that began with the test. */
function with(int $child, string $result): string
{
    pcntl_waitpid($child, $status);
    delay(3_600_000);
    return $result . ', then an hour' . (elapsed() >= 3600 && elapsed() < 3630 ? '' : ': ' . elapsed());
}

timed('a socket pair', function () {
    [$mine, $other] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    $child = child(fn() => fwrite($other, "of the child\n"));
    stream_set_timeout($mine, 30);
    return with($child, trim(fgets($mine)) . ' ' . in_real_time());
}, 0.09, 30);

timed('a socket pair, one end closed here', function () {
    [$mine, $other] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    $child = child(fn() => fwrite($other, "of the child\n"));
    fclose($other);
    $read = [$mine];
    $none = null;
    return with($child, stream_select($read, $none, $none, 30) . ' ' . in_real_time());
}, 0.09, 30);

timed('a server in the child, which listens here, too', function () {
    $server = stream_socket_server('tcp://127.0.0.1:0');
    $child = child(function () use ($server) {
        $client = stream_socket_accept($server, 30);
        usleep(20_000);
        fwrite($client, "of the child\n");
    });
    $client = stream_socket_client('tcp://' . stream_socket_get_name($server, false));
    stream_set_timeout($client, 30);
    return with($child, trim(fgets($client)) . ' ' . in_real_time());
}, 0.09, 30);

timed('a server here, a client in the child', function () {
    $server = stream_socket_server('tcp://127.0.0.1:0');
    $address = stream_socket_get_name($server, false);
    $child = child(fn() => fwrite(stream_socket_client("tcp://$address"), "of the child\n"));
    $client = stream_socket_accept($server, 30);
    return with($child, trim(fgets($client)) . ' ' . in_real_time());
}, 0.09, 30);

timed('a FIFO', function () {
    $path = sys_get_temp_dir() . '/async-forks-' . getmypid();
    posix_mkfifo($path, 0600);
    $pipe = fopen($path, 'r+');
    $child = child(fn() => fwrite($pipe, "of the child\n"));
    stream_set_timeout($pipe, 30);
    $line = fgets($pipe);
    unlink($path);
    return with($child, trim($line) . ' ' . in_real_time());
}, 0.09, 30);

timed('a signal', function () {
    $child = child(fn() => posix_kill(posix_getppid(), SIGUSR1));
    await(signal(SIGUSR1), timeout(30_000));
    return with($child, in_real_time());
}, 0.09, 30);

timed('its end', function () {
    $hours = spawn(fn() => delay(7_000_000));
    $child = child(fn() => 0);
    pcntl_waitpid($child, $status);
    $result = in_real_time();
    await($hours);
    return $result . ', then ' . round(elapsed());
}, 0.09, 30);

timed('in the child', function () {
    $began = hrtime(true);
    $child = child(function () use ($began) {
        delay(100);
        posix_kill(getmypid(), hrtime(true) - $began > 190e6 ? SIGUSR1 : SIGUSR2);
    });
    pcntl_waitpid($child, $status);
    return pcntl_wtermsig($status) === SIGUSR1 ? 'the real clock' : 'status ' . $status;
}, 0.19, 30);

timed('a child that has ended', function () {
    $child = child(fn() => 0);
    [$mine, $other] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    for ($try = 0; $try < 1000 && !str_contains(file_get_contents("/proc/$child/stat"), ') Z '); $try++) {
        shell_exec('sleep 0.01');
    }
    // It is no more than a zombie.
    $before = elapsed();
    stream_set_timeout($mine, 600);
    $line = fgets($mine);
    pcntl_waitpid($child, $status);
    return var_export($line, true) . ' after ' . round(elapsed() - $before);
}, 0.09, 30);
?>
--EXPECT--
a socket pair: of the child in real time, then an hour
a socket pair, one end closed here: 1 in real time, then an hour
a server in the child, which listens here, too: of the child in real time, then an hour
a server here, a client in the child: of the child in real time, then an hour
a FIFO: of the child in real time, then an hour
a signal: in real time, then an hour
its end: in real time, then 7000
in the child: the real clock
a child that has ended: false after 600
