--TEST--
Tests of examples/http-hello.php with Async\Testing: slow clients in virtual time, pipelined requests in 20 schedules
--EXTENSIONS--
ctype
--FILE--
<?php
use function Async\{await, delay, spawn};
use function Async\Testing\{elapsed, explore, run};

// The constants, classes and functions of the example, without the part that starts the server.
$source = file_get_contents(__DIR__ . '/../../examples/http-hello.php');
$source = preg_replace('/^\$address = .*?(?=^\/\*\*[\s*]+Answer the requests)/ms', '', $source);
eval(substr($source, strlen('<?php')));

/** Let the example serve one connection; its other end. */
function connection()
{
    [$client, $server] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    spawn('serve', $server);
    return $client;
}

$start = hrtime(true);
run(function () {
    $client = connection();
    var_dump(stream_get_contents($client));
    echo 'silent: closed after ', round(elapsed()) - IDLE_SECONDS, " s more than the limit\n";

    $before = elapsed();
    $client = connection();
    fwrite($client, 'GET / HTT');
    echo strtok(stream_get_contents($client), "\r"), ' after ', round(elapsed() - $before) - IDLE_SECONDS, " s more\n";

    $before = elapsed();
    $client = connection();
    foreach (str_split("GET /slow HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n") as $count => $byte) {
        delay((IDLE_SECONDS - 1) * 1000);
        fwrite($client, $byte);
    }
    echo strtok(stream_get_contents($client), "\r"), "\n";
    echo round(elapsed() - $before) - ++$count * (IDLE_SECONDS - 1), " s after the last of $count slow bytes\n";
});
$seconds = (hrtime(true) - $start) / 1e9;
echo $seconds < 20 ? "in no time\n" : "$seconds s\n";

explore(function () {
    $clients = [];
    for ($i = 0; $i < 4; $i++) {
        $clients[] = spawn(function () use ($i) {
            $client = connection();
            for ($request = 0; $request < 3; $request++) {
                $body = "$i-$request";
                $last = $request === 2 ? "Connection: close\r\n" : '';
                fwrite($client, "POST /echo HTTP/1.1\r\nHost: x\r\n{$last}Content-Length: " . strlen($body));
                Async\suspend();
                fwrite($client, "\r\n\r\n$body");
            }
            preg_match_all('/^\d-\d/m', str_replace('HTTP', "\nHTTP", stream_get_contents($client)), $bodies);
            return implode(',', $bodies[0]);
        });
    }
    foreach ($clients as $i => $client) {
        await($client) === "$i-0,$i-1,$i-2" || throw new Exception("client $i has got " . $client->getResult());
    }
}, 20);
echo "20 schedules\n";
?>
--EXPECT--
string(0) ""
silent: closed after 0 s more than the limit
HTTP/1.1 408 Request Timeout after 0 s more
HTTP/1.1 200 OK
1 s after the last of 50 slow bytes
in no time
20 schedules
