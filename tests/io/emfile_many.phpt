--TEST--
Out of descriptors in many coroutines: processes, FIFOs, names and waits fail or work as in stock PHP (P10, P11)
--EXTENSIONS--
posix
--SKIPIF--
<?php
require __DIR__ . '/../inc/child.php';
skip_under_tools('such tools need descriptors themselves');
?>
--FILE--
<?php
require __DIR__ . '/../inc/child.php';
show_php('ulimit -n 50', <<<'CODE'
    use function Async\{spawn, await, delay};
    ini_set('display_errors', 1); ini_set('html_errors', 0);
    $fifo = sys_get_temp_dir() . '/async-emfile-' . getmypid();
    posix_mkfifo($fifo, 0600);
    register_shutdown_function(fn() => @unlink($fifo));
    $quietly = function (callable $call) {
        error_clear_last();
        $result = @$call();
        return json_encode(is_resource($result) ? 'resource' : (is_array($result) ? count($result) : $result)) . (($e = error_get_last()) ? ', ' . $e['message'] : '');
    };
    $pipes = [];
    $fill = function () use (&$pipes) { for ($i = 0; $i < 6; $i++) { $pipes[] = popen('sleep 0.1; exit 3', 'r'); } };
    $calls = [
        'proc_open' => fn() => proc_open(['true'], [['pipe', 'r'], ['pipe', 'w']], $ends),
        'popen' => fn() => popen('true', 'r'),
        'shell_exec' => fn() => shell_exec('echo x'),
        'exec' => fn() => exec('echo x'),
        'FIFO' => fn() => fopen($fifo, 'r'),
        'file' => fn() => file_get_contents('/dev/null'),
        'name' => fn() => gethostbyname('localhost'),
        'records' => fn() => dns_get_record('localhost.invalid', DNS_A),
        'connection' => fn() => stream_socket_client('tcp://localhost:1', $c, $m, 1),
        'pair' => fn() => stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0),
        'sleep' => fn() => usleep(1000),
        'pclose' => function () use (&$pipes) { return pclose(array_pop($pipes)); },
    ];
    $take = function () use (&$all) { while ($file = @fopen('/dev/null', 'r')) { $all[] = $file; } };
    // Outside, first.
    $fill();
    $take();
    foreach ($calls as $name => $call) { $outside[$name] = $quietly($call); }
    $all = $pipes = [];
    await(spawn(function () use ($calls, $quietly, $outside, $take, $fill, &$all) {
        delay(1);
        $fill();
        [$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        $take();
        foreach ($calls as $name => $call) {
            $many = [];
            for ($i = 0; $i < 5; $i++) { $many[] = spawn($quietly, $call); }
            $answers = array_unique(array_map(Async\await(...), $many));
            echo "$name: ", $answers === [$outside[$name]] ? "same\n" : implode("\n  ", $answers) . "\n  outside: $outside[$name]\n";
        }
        $reader = spawn(fn() => fgets($a));
        delay(5);
        fwrite($b, "waits for what is open\n");
        echo await($reader);
        $all = [];
        $fill();
        foreach ($calls as $name => $call) {
            if (!in_array($name, ['FIFO', 'records'])) echo "$name: ", $quietly($call), "\n";
        }
        $reader = spawn(fn() => file_get_contents($GLOBALS['fifo']));
        file_put_contents($GLOBALS['fifo'], 'through the FIFO');
        echo await($reader), "\n";
    }));
    CODE, '', 'ulimit -n 50;');
// The scheduler needs descriptors of its own.
show_php('the first async call', <<<'CODE'
    ini_set('html_errors', 0);
    while ($file = @fopen('/dev/null', 'r')) {
        $all[] = $file;
    }
    for ($i = 0; $i < 2; $i++) {
        try {
            Async\await(Async\spawn(fn() => Async\delay(1)));
            echo "worked\n";
        } catch (Throwable $e) {
            echo get_class($e), ': ', str_replace(posix_strerror(24), 'EMFILE', $e->getMessage()), "\n";
        }
        $all = [];
    }
    CODE, '', 'ulimit -n 24;');
?>
--EXPECT--
-- ulimit -n 50
proc_open: same
popen: same
shell_exec: same
exec: same
FIFO: same
file: same
name: same
records: same
connection: same
pair: same
sleep: same
pclose: same
waits for what is open
proc_open: "resource"
popen: "resource"
shell_exec: "x\n"
exec: "x"
file: ""
name: "127.0.0.1"
connection: false, stream_socket_client(): Unable to connect to tcp://localhost:1 (Connection refused)
pair: 2
sleep: null
pclose: 3
through the FIFO
status 0
-- the first async call
Async\AsyncException: Cannot start a coroutine: EMFILE. Raise the limit of open files (ulimit -n)
worked
status 0
