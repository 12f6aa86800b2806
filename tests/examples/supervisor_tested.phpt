--TEST--
Tests of examples/supervisor.php with Async\Testing: its time limits in virtual time, its answers in 20 schedules
--FILE--
<?php
use function Async\{await, delay, spawn};
use function Async\Testing\{elapsed, explore, run};

// The classes and functions of the example, without its last part, which starts the service. Its log is kept apart.
$source = file_get_contents(__DIR__ . '/../../examples/supervisor.php');
$source = preg_replace('/echo (date\(.*);/', '\$GLOBALS["log"][] = [$1];', $source);
eval(substr(strstr($source, '$options = stream_context_create', true), strlen('<?php')));

/** Start a service, let clients use it, and stop it. */
function with_service(callable $clients): void
{
    $listener = stream_socket_server('tcp://127.0.0.1:0');
    $address = stream_socket_get_name($listener, false);
    $service = new Async\Scope();
    $server = new Server($service, $listener);
    try {
        $clients($address, $service);
    } finally {
        $server->stop();
        $service->cancel();
        $service->awaitAfterCancellation();
    }
}

function get(string $address, string $path): string
{
    $client = stream_socket_client("tcp://$address");
    fwrite($client, "GET $path HTTP/1.1\r\n\r\n");
    $status = substr((string) fgets($client), 9, 3);
    fclose($client);
    return $status;
}

$start = hrtime(true);
run(function () {
    with_service(function (string $address, Async\Scope $service) use (&$waiting, &$before) {
        echo get($address, '/slow/4.9'), ' after ', round(elapsed(), 1), " s\n";
        echo get($address, '/slow/60'), ' after ', round(elapsed(), 1), " s\n";

        $failures = 0;
        $service->spawn('keep_running', 'worker', function () use (&$failures) {
            $failures++;
            throw new Exception('again');
        });
        delay(3_600_000);
        echo "$failures failures in an hour\n";

        $waiting = spawn('get', $address, '/slow/4');
        delay(1000);
        $before = elapsed();
    });
    echo 'stopped after ', round(elapsed() - $before, 1), " s; ", await($waiting), "\n";
});
$seconds = (hrtime(true) - $start) / 1e9;
echo $seconds < 60 ? "an hour in less than a minute\n" : "$seconds s\n";
explore(fn () => with_service(function (string $address) {
    $paths = ['/' => '200', '/fail' => '500', '/parts' => '500', '/nowhere' => '404', '/slow/0.1' => '200'];
    $answers = array_map(fn (string $path) => spawn('get', $address, $path), array_keys($paths));
    foreach ($paths as $path => $status) {
        $answer = await(array_shift($answers));
        $answer === $status || throw new Exception("$path: $answer");
    }
}), 20);
echo "20 schedules\n";
?>
--EXPECT--
200 after 4.9 s
504 after 9.9 s
366 failures in an hour
stopped after 2 s; 503
an hour in less than a minute
20 schedules
