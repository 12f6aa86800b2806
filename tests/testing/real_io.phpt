--TEST--
Async\Testing\run(): sockets between coroutines take no time, what comes from outside takes its time
--EXTENSIONS--
posix
--FILE--
<?php
use function Async\{await, awaitAll, delay, spawn};
use function Async\Testing\elapsed;

require __DIR__ . '/timed.inc';

timed('server and client', function () {
    $server = stream_socket_server('tcp://127.0.0.1:0');
    $address = stream_socket_get_name($server, false);
    $serving = spawn(function () use ($server) {
        for ($i = 0; $i < 3; $i++) {
            $client = stream_socket_accept($server, 100_000);
            spawn(function () use ($client) {
                $line = fgets($client);
                delay(3_600_000);
                fwrite($client, strtoupper($line));
                fclose($client);
            });
        }
        fclose($server);
    });
    $clients = [];
    foreach (['one', 'two', 'three'] as $word) {
        $clients[] = spawn(function () use ($address, $word) {
            $client = stream_socket_client("tcp://$address");
            stream_set_timeout($client, 7200);
            fwrite($client, "$word\n");
            return trim(fgets($client));
        });
    }
    [$results] = awaitAll($clients);
    await($serving);
    return implode(' ', $results) . ' after ' . round(elapsed());
}, 0, 5);

timed('time limit of a read', function () {
    [$mine, $other] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    stream_set_timeout($mine, 600);
    $line = fgets($mine);
    return var_export($line, true) . ' after ' . round(elapsed());
}, 0, 5);

timed('stream_select', function () {
    [$mine, $other] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    $writing = spawn(function () use ($other) {
        delay(60_000);
        fwrite($other, 'x');
    });
    [$read, $write, $except] = [[$mine], null, null];
    $count = stream_select($read, $write, $except, 3600);
    await($writing);
    return "$count after " . round(elapsed());
}, 0, 5);

timed('a process', function () {
    $process = proc_open(['sh', '-c', 'sleep 0.3; echo late'], [1 => ['pipe', 'w']], $pipes);
    stream_set_timeout($pipes[1], 3600);
    $ticks = 0;
    $ticking = spawn(function () use (&$ticks) {
        for (; $ticks < 3; $ticks++) {
            delay(20);
        }
    });
    $line = fgets($pipes[1]);
    fclose($pipes[1]);
    proc_close($process);
    await($ticking);
    return trim($line) . " after $ticks ticks, " . (elapsed() >= 0.05 && elapsed() < 30 ? 'in real time' : elapsed());
}, 0.15, 30);

timed('a pipe within the process', function () {
    $path = sys_get_temp_dir() . '/async-testing-' . getmypid();
    posix_mkfifo($path, 0600);
    $reading = spawn(function () use ($path) {
        $pipe = fopen($path, 'r');
        return fgets($pipe);
    });
    $pipe = fopen($path, 'w');
    delay(3_600_000);
    fwrite($pipe, "line\n");
    fclose($pipe);
    $line = await($reading);
    unlink($path);
    return trim($line) . ' after ' . round(elapsed());
}, 0, 5);

timed('a command, meanwhile an hour', function () {
    $hours = spawn(fn() => delay(300));
    $output = shell_exec('sleep 0.1; echo done');
    await($hours);
    return trim($output);
}, 0.1, 30);
?>
--EXPECT--
server and client: ONE TWO THREE after 3600
time limit of a read: false after 600
stream_select: 1 after 60
a process: late after 3 ticks, in real time
a pipe within the process: line after 3600
a command, meanwhile an hour: done
