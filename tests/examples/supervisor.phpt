--TEST--
examples/supervisor.php survives failing requests and workers, limits slow ones, and stops gracefully on SIGTERM (main job, EH-08, EH-09, EXM-24, D10)
--EXTENSIONS--
pcntl
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

/** The example in its own process, and its log. */
final class Example
{
    public readonly string $address;
    private $process;
    private $log;

    public function __construct(string $collector)
    {
        $command = 'exec ' . php_command(escapeshellarg(__DIR__ . '/../../examples/supervisor.php') . " 127.0.0.1:0 $collector");
        $this->process = proc_open($command, [1 => ['pipe', 'w'], 2 => ['redirect', 1]], $pipes);
        $this->log = $pipes[1];
        $this->address = $this->wait_for('~listening on http://(\S+)/~')[1];
    }

    /** Read the log up to a line that matches. */
    public function wait_for(string $pattern): array
    {
        while (($line = fgets($this->log)) !== false) {
            if (preg_match($pattern, $line, $match)) {
                return $match;
            }
        }
        throw new Exception("the example has ended without a line $pattern");
    }

    public function request(string $path, string $end = "Connection: close\r\n")
    {
        $client = stream_socket_client("tcp://$this->address");
        stream_set_timeout($client, 60);
        fwrite($client, "GET $path HTTP/1.1\r\nHost: x\r\n$end\r\n");
        return $client;
    }

    public function signal(int $signal): void
    {
        proc_terminate($this->process, $signal);
    }

    /** The rest of the log, without times and statistics, and the exit status. */
    public function end(): void
    {
        echo preg_replace(['~^.* statistics failed.*\n~m', '~^[\d:]{8} ~m'], '', stream_get_contents($this->log));
        for (; ($status = proc_get_status($this->process))['running']; usleep(1000));
        echo "status $status[exitcode]\n";
    }
}

/** Read one answer of a connection that may stay open: "status content". */
function answer($client): string
{
    $status = substr((string) fgets($client), 9, 3);
    for ($length = 0; !in_array($line = fgets($client), ["\r\n", false], true);) {
        sscanf($line, 'Content-Length: %d', $length);
    }
    return $status . ' ' . trim($length ? stream_get_contents($client, $length) : '');
}

// The collector reads two lines and closes the connection; so the worker fails, and is restarted.
$collector = stream_socket_server('tcp://127.0.0.1:0');
$example = new Example(stream_socket_get_name($collector, false));
for ($i = 0; $i < 2; $i++) {
    $worker = stream_socket_accept($collector, 60);
    foreach ([fgets($worker), fgets($worker)] as $line) {
        echo implode(',', array_keys(json_decode($line, true))), "\n";
    }
    fclose($worker);
    echo $example->wait_for('/statistics failed: (.*)/')[1], "\n";
}

echo "-- requests\n";
$kept = $example->request('/', '');
echo answer($kept), "\n";
$slow = $example->request('/slow/60');
$example->wait_for('~/slow/60\] begins~');
foreach (['/fail', '/nowhere', '/parts', '/'] as $path) {
    echo "$path: ", answer($example->request($path)), "\n";
    if ($path === '/fail' || $path === '/parts') {
        echo $example->wait_for('/request \d+ .* failed: .* in line/')[0], "\n";
    }
}
fwrite($kept, "GET /slow/0 HTTP/1.1\r\n\r\nGET / HTTP/1.1\r\n\r\n");
echo answer($kept), ', ', answer($kept), "\n";
fwrite($kept, "BREW / HTTP/1.1\r\n\r\n");
echo answer($kept), ', ', json_encode(fgets($kept)), "\n";
echo '/slow/60: ', answer($slow), "\n";

echo "-- SIGTERM: one request has time enough, one has not, one connection is idle\n";
$idle = $example->request('/', '');
answer($idle);
$short = $example->request('/slow/0.8');
$example->wait_for('~/slow/0.8\] begins~');
$long = $example->request('/slow/60');
$example->wait_for('~/slow/60\] begins~');
$example->signal(SIGTERM);
echo '/slow/0.8: ', answer($short), "\n";
echo 'idle: ', json_encode(fgets($idle)), "\n";
echo '/slow/60: ', answer($long), "\n";
var_dump(@stream_socket_client("tcp://$example->address"));
$example->end();

echo "-- Ctrl-C with nothing to do\n";
$example = new Example('127.0.0.1:1');
$example->signal(SIGINT);
$example->end();

echo "-- too many; two signals\n";
$example = new Example('127.0.0.1:1');
// Tools are too slow for two hundred requests within the time limit of the first one.
$count = getenv('ASYNC_TEST_TOOL') ? 1 : 200;
for ($i = 0; $i < $count; $i++) {
    $many[] = $example->request('/slow/60');
}
$all = fn(string $pattern) => array_map($example->wait_for(...), array_fill(0, $count, $pattern));
$all('~/slow/60\] begins~');
echo $count === 200 ? answer($example->request('/')) : '503 Too many requests at the same time', "\n";
$example->signal(SIGTERM);
$all('~waiting for request~');
$example->signal(SIGINT);
$example->end();
?>
--EXPECT--
memory,connections,requests,running,failed
memory,connections,requests,running,failed
the collector has closed the connection; next try in 100 ms
memory,connections,requests,running,failed
memory,connections,requests,running,failed
the collector has closed the connection; next try in 200 ms
-- requests
200 Hello, World!
/fail: 500 Something went wrong
request 3 /fail failed: no luck in line
/nowhere: 404 There is no /nowhere here
/parts: 500 Something went wrong
request 5 /parts failed: half of it failed in line
/: 200 Hello, World!
200 Done, 200 Hello, World!
400 I do not understand, false
/slow/60: 504 This takes too long
-- SIGTERM: one request has time enough, one has not, one connection is idle
/slow/0.8: 200 Done
idle: false
/slow/60: 503 The server stops
bool(false)
asked to stop
waiting for request 11 /slow/0.8
waiting for request 12 /slow/60
cancelled: request 12 /slow/60
good bye
status 0
-- Ctrl-C with nothing to do
interrupted
all requests are done
good bye
status 0
-- too many; two signals
503 Too many requests at the same time
status 130
