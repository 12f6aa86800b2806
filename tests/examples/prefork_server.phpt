--TEST--
examples/prefork-server.php serves from several processes, survives a crash, reloads, and stops without losing a request
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../inc/child.php';
$process = proc_open('exec ' . php_command(escapeshellarg(__DIR__ . '/../../examples/prefork-server.php') . ' 127.0.0.1:0 2'),
    [1 => ['pipe', 'w'], 2 => ['pipe', 'w']], $pipes);
preg_match('~^Listening on http://(\S+)/, process (\d+)$~', fgets($pipes[1]), $match) || die('it does not listen');
[, $address, $supervisor] = $match;

function ask(string $path, string $end = "Connection: close\r\n")
{
    $client = stream_socket_client("tcp://$GLOBALS[address]");
    stream_set_timeout($client, 60);
    @fwrite($client, "GET $path HTTP/1.1\r\nHost: x\r\n$end\r\n");
    return $client;
}
function content($client): string
{
    $answer = stream_get_contents($client);
    return substr(strstr($answer, "\r\n\r\n"), 4);
}
/**
 * One answer of a connection that stays open; '' if there is none: a worker that stops closes connections without a
 * request, and the request may be on its way.
 */
function answer($client): string
{
    for ($length = 0; ($line = @fgets($client)) !== "\r\n" && $line !== false;) {
        sscanf($line, 'Content-Length: %d', $length);
    }
    return $length ? fread($client, $length) : '';
}
/** Ask until each worker has answered; their processes by worker. */
function workers(int $count): array
{
    for ($found = [], $i = 0; count($found) < $count && $i < 3000; $i++) {
        $clients = array_map(fn() => ask('/', ''), range(1, 4));
        foreach ($clients as $client) {
            if (sscanf(answer($client), 'Hello from worker %d, process %d', $worker, $process) === 2) {
                $found[$worker] = $process;
            }
        }
        usleep(1000);
    }
    ksort($found);
    return $found;
}

$first = workers(2);
echo count($first), " workers\n", content(ask('/nowhere'));

echo "-- a crash\n";
var_dump(stream_get_contents(ask('/crash')));
echo preg_replace('/\d+/', 'N', fgets($pipes[2]));
echo preg_replace('/\d+/', 'N', content(ask('/')));

echo "-- a reload\n";
$second = workers(2);
posix_kill((int) $supervisor, SIGHUP);
for ($i = 0; $i < 3000 && array_intersect($third = workers(2), $second); $i++) {
    usleep(10000);
}
echo count(array_diff($third, $second)), " new workers\n";

echo "-- the end: one connection waits for its answer, one is idle\n";
$idle = ask('/', '');
answer($idle);
$slow = ask('/slow');
usleep(300000);
posix_kill((int) $supervisor, SIGTERM);
echo preg_replace('/\d+/', 'N', content($slow));
var_dump(fread($idle, 100));
for (; ($status = proc_get_status($process))['running']; usleep(1000));
echo "status $status[exitcode]\n", stream_get_contents($pipes[2]);
?>
--EXPECT--
2 workers
There is no /nowhere here
-- a crash
string(0) ""
Async\supervise(): worker N (process N) has ended with exit status N; it starts again in N ms
Hello from worker N, process N
-- a reload
2 new workers
-- the end: one connection waits for its answer, one is idle
Done by worker N
string(0) ""
status 0
