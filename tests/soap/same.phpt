--TEST--
SoapClient waits cooperatively for a stock PHP server and answers as outside a coroutine; fifty at a time; cancelled (P10, P11, P5)
--EXTENSIONS--
soap
--CONFLICTS--
all
--FILE--
<?php
require __DIR__ . '/../io/transparency.inc';
require __DIR__ . '/../inc/together.inc';
// PHP's own server with workers answers several connections at a time.
$folder = sys_get_temp_dir() . '/soap-' . uniqid(getmypid() . '_');
mkdir($folder);
file_put_contents("$folder/index.php", <<<'CODE'
    <?php
    class Service
    {
        public function late(int $ms, $value) { usleep($ms * 1000); return $value; }
        public function fails(int $ms) { usleep($ms * 1000); throw new SoapFault('Server', 'as told'); }
    }
    $server = new SoapServer(null, ['uri' => 'urn:test']);
    $server->setClass(Service::class);
    $server->handle();
    CODE);
$php = getenv('TEST_PHP_EXECUTABLE') ?: PHP_BINARY;
do {
    $port = random_int(20000, 32000);
    $free = @stream_socket_server("tcp://127.0.0.1:$port");
} while (!$free);
fclose($free);
$log = ['file', "$folder/log", 'a'];
$server = proc_open(['setpriv', '--pdeathsig', 'KILL', 'timeout', '300', $php, '-n', '-d', 'extension=soap', '-S', "127.0.0.1:$port", '-t', $folder],
    [['file', '/dev/null', 'r'], $log, $log], $pipes, null, ['PHP_CLI_SERVER_WORKERS' => '55', 'PATH' => getenv('PATH')]);
register_shutdown_function(function () use ($server, $folder) {
    proc_terminate($server);
    proc_close($server);
    array_map('unlink', glob("$folder/*"));
    rmdir($folder);
});
while (!$s = @stream_socket_client("tcp://127.0.0.1:$port")) {
    usleep(20000);
}
fclose($s);
$client = fn(array $options = []) => new SoapClient(null, ['location' => "http://127.0.0.1:$port/index.php", 'uri' => 'urn:test'] + $options);

transparent([
    'a call' => fn() => $client()->late(300, ['a' => 1, 'b' => [true, null, 2.5]]),
    'a string' => fn() => $client()->__soapCall('late', [300, "text & <markup>"]),
    'a fault' => fn() => $client()->fails(300),
    'no exceptions' => fn() => is_soap_fault($client(['exceptions' => false])->fails(300)),
    'no such method' => fn() => $client()->nothing(),
    'two calls, kept alive' => function () use ($client) {
        $c = $client(['trace' => true, 'keep_alive' => true]);
        return [$c->late(150, 1), $c->late(150, 2), strlen($c->__getLastRequest())];
    },
    'a time limit' => function () use ($client) {
        ini_set('default_socket_timeout', 1);
        try {
            return $client()->late(2000, 1);
        } finally {
            ini_restore('default_socket_timeout');
        }
    },
    'no server at this port' => fn() => (new SoapClient(null, ['location' => 'http://127.0.0.1:1/', 'uri' => 'urn:test']))->late(1, 1),
]);
// Two of them may come to one worker of the server.
echo fifty_together(4000, fn(int $n) => $client()->late(2000, "answer $n"), array_map(fn($n) => "answer $n", range(0, 49))), "\n";

$c = $client();
$call = Async\spawn(function () use ($c) {
    try {
        return $c->late(3000, 'too late');
    } catch (SoapFault $e) {
        return 'BROKEN: ' . $e->getMessage();
    }
});
do {
    Async\delay(20);
} while (!$call->isSuspended());
$call->cancel();
try {
    var_dump(Async\await($call));
} catch (Async\AsyncCancellation) {
    echo "cancelled\n";
}
echo $c->late(1, 'usable'), "\n";
?>
--EXPECT--
a call: same
a string: same
a fault: same
no exceptions: same
no such method: same
two calls, kept alive: same
a time limit: same
no server at this port: same
same answers, together
cancelled
usable
