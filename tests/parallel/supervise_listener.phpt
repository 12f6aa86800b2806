--TEST--
Workers of supervise() accept from one listener, inherited or with SO_REUSEPORT; each request is answered once
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
use function Async\{await, delay, spawn, supervise};
require __DIR__ . '/supervise.inc';

const WORKERS = 4;
const REQUESTS = 200;

function serve($listener, int $worker): void
{
    while ($connection = stream_socket_accept($listener, -1)) {
        // Work for a millisecond: the other workers have time to take the next connection.
        for ($began = hrtime(true); hrtime(true) - $began < 1_000_000;);
        spawn(function () use ($connection, $worker) {
            $request = rtrim(fgets($connection));
            delay(5);
            fwrite($connection, "$request $worker\n");
            fclose($connection);
        });
    }
}

function ask(string $address): void
{
    for ($i = 0; $i < REQUESTS; $i++) {
        $answers[] = spawn(function () use ($address, $i) {
            $connection = stream_socket_client($address, $error, $message, 20);
            fwrite($connection, "$i\n");
            return rtrim(stream_get_contents($connection));
        });
    }
    foreach ($answers as $i => $answer) {
        [$number, $worker] = explode(' ', await($answer));
        $number === (string) $i || print("wrong answer\n");
        $served[$worker] = ($served[$worker] ?? 0) + 1;
    }
    echo array_sum($served), ' answers, of ', count($served) > 1 ? 'several workers' : 'one worker', "\n";
}

echo "-- inherited\n";
$reports = new Reports;
$listener = stream_socket_server('tcp://127.0.0.1:0', context: stream_context_create(['socket' => ['backlog' => 512]]));
$address = 'tcp://' . stream_socket_get_name($listener, false);
spawn(function () use ($address, $reports) {
    $reports->sorted(WORKERS);
    ask($address);
    posix_kill(getmypid(), SIGTERM);
});
$status = supervise(WORKERS, function (int $worker) use ($listener, $reports) {
    $reports->say("worker $worker");
    serve($listener, $worker);
});
echo "status $status\n";
fclose($listener);

echo "-- SO_REUSEPORT\n";
$options = ['socket' => ['backlog' => 512, 'so_reuseport' => true]];
$place = stream_socket_server('tcp://127.0.0.1:0', context: stream_context_create($options));
$address = 'tcp://' . stream_socket_get_name($place, false);
spawn(function () use ($address, $reports, $place) {
    $reports->sorted(WORKERS);
    fclose($place);
    ask($address);
    posix_kill(getmypid(), SIGTERM);
});
$status = supervise(WORKERS, function (int $worker) use ($address, $options, $reports, $place) {
    fclose($place);
    $listener = stream_socket_server($address, context: stream_context_create($options));
    $reports->say("worker $worker");
    serve($listener, $worker);
});
echo "status $status\n";
?>
--EXPECT--
-- inherited
200 answers, of several workers
status 0
-- SO_REUSEPORT
200 answers, of several workers
status 0
