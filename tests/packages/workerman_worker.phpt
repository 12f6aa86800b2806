--TEST--
Workers of Workerman with the event loop for it: blocking calls, order, AsyncTcpConnection, reload, stop, also with -d
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php require __DIR__ . '/vendor.inc'; need_vendor('workerman/workerman', 'workerman'); ?>
--FILE--
<?php
require __DIR__ . '/vendor.inc';
require __DIR__ . '/../inc/child.php';
$folder = sys_get_temp_dir() . '/workerman' . uniqid(getmypid() . '_');
mkdir($folder);
file_put_contents("$folder/server.php", '<?php
require ' . var_export(__DIR__ . '/vendor.inc', true) . ';
require vendor_autoloader();
load_adapter("workerman", "Async\Workerman");
' . <<<'PHP'
use Workerman\{Coroutine\Context, Timer, Worker};
use Workerman\Connection\AsyncTcpConnection;
use Workerman\Protocols\{Http, Text};

$name = __DIR__ . '/' . getenv('LOOP');
Worker::$eventLoopClass = getenv('LOOP') === 'ours' ? Async\Workerman\CoroutineEvent::class
    : Workerman\Events\Select::class;
foreach (['pid', 'log', 'stdout', 'status'] as $file) {
    Worker::${"{$file}File"} = "$name.$file";
}
Worker::$stopTimeout = 20;
function note(string $what): void
{
    file_put_contents(__DIR__ . '/' . getenv('LOOP') . '.notes', "$what\n", FILE_APPEND);
}

$worker = new Worker("unix://$name.sock");
$worker->protocol = Text::class;
$worker->onWorkerStart = function () {
    usleep(1000);
    $timer = Timer::add(0.01, function () use (&$timer) {
        note(Timer::del($timer) ? 'timer removed' : 'timer not removed');
    });
};
$worker->onConnect = fn($connection) => getenv('LOOP') === 'ours' && usleep(300_000);
$worker->onWorkerReload = fn() => note('reload');
$worker->onWorkerStop = fn() => note('stop');
$worker->onClose = fn() => note('close');
$worker->onMessage = function ($connection, string $line) use ($name) {
    [$command, $argument] = explode(' ', "$line ");
    Context::set('line', $line);
    try {
        switch ($command) {
            case 'pid':
                $connection->send((string) getmypid());
                return;
            case 'wait':
                usleep(1000 * (int) $argument);
                break;
            case 'through':
                $other = new AsyncTcpConnection("unix://$name.sock");
                $other->protocol = Text::class;
                $other->onConnect = fn($other) => $other->send('inner');
                $other->onMessage = function ($other, $answer) use ($connection) {
                    usleep(1000);
                    $connection->send("through: $answer");
                    $other->close();
                };
                $other->connect();
                return;
            case 'big':
                $connection->send(str_repeat('x', 5_000_000));
                return;
            case 'fail':
                throw new DomainException('of onMessage');
        }
        $connection->send(Context::get('line'));
    } finally {
        $command === 'wait' && $argument > 5000 && note('clean-up');
    }
};
$http = new Worker("unix://$name.http");
$http->protocol = Http::class;
$http->onMessage = fn($connection, $request) => $connection->send($request->get('n') . usleep(200_000));
Worker::runAll();
PHP);

function command(string $loop, string $command): string
{
    global $folder;
    return "LOOP=$loop " . php_command(escapeshellarg("$folder/server.php") . " $command") . ' < /dev/null 2>&1';
}
function client(string $loop, string $what = 'sock')
{
    global $folder;
    for ($try = 0; !($client = @stream_socket_client("unix://$folder/$loop.$what")) && $try < 1000; $try++) {
        usleep(10_000);
    }
    return $client ?: exit("$loop does not listen: " . file_get_contents("$folder/$loop.log"));
}
function ask($client, string $line): string
{
    fwrite($client, "$line\n");
    return rtrim((string) fgets($client), "\n");
}
/** Waits until the worker process has ended. */
function ended(string $pid): string
{
    for ($try = 0; posix_kill((int) $pid, 0) && $try < 1000; $try++) {
        usleep(10_000);
    }
    return posix_kill((int) $pid, 0) ? 'it runs on' : 'it has ended';
}
function notes(string $loop): string
{
    global $folder;
    $notes = array_unique(file("$folder/$loop.notes", FILE_IGNORE_NEW_LINES));
    unlink("$folder/$loop.notes");
    sort($notes);
    return implode(', ', $notes);
}
function life(string $loop, int $signal): string
{
    global $folder;
    $server = proc_open('exec env ' . command($loop, 'start'), [1 => ['file', "$folder/out", 'w']], $pipes);
    $lines = [];
    $clients = array_map(fn() => client($loop), range(0, 3));
    foreach ($clients as $n => $client) {
        $lines[] = ask($client, "hello $n");
    }
    $lines[] = 'through AsyncTcpConnection: ' . ask($clients[0], 'through');
    fwrite($clients[1], "big\n");
    $lines[] = ask($clients[2], 'beside it') . ', ' . strlen(fgets($clients[1]));
    fwrite($clients[0], "wait 300\nnext\nwait 1\n");
    $lines[] = 'in order: ' . implode(', ', array_map(fn() => trim(fgets($clients[0])), range(1, 3)));
    $lines[] = notes($loop);

    // Reload: a new process; the connections of the old one end.
    $pid = ask($clients[3], 'pid');
    posix_kill((int) file_get_contents("$folder/$loop.pid"), SIGUSR1);
    $lines[] = var_export(fgets($clients[3]), true) . ', ' . ended($pid);
    $lines[] = ask($client = client($loop), 'pid') === $pid ? 'the same process' : 'a new process';
    // A worker process that fails has a successor, too.
    $pid = ask($client, 'pid');
    $lines[] = 'error: ' . ask($client, 'fail') . ', ' . ended($pid) . ', ' . ask(client($loop), 'hello again');
    posix_kill((int) file_get_contents("$folder/$loop.pid"), $signal);
    $lines[] = 'exit status ' . proc_close($server) . ', ' . notes($loop);
    $log = file_get_contents("$folder/$loop.log");
    $lines[] = substr_count($log, 'DomainException: of onMessage') . ' in the log'
        . (preg_match('/event-loop exited|Fatal/', $log) ? ": $log" : '');
    return implode("\n", $lines) . "\n";
}
foreach (['SIGINT' => SIGINT, 'SIGTERM' => SIGTERM, 'SIGQUIT' => SIGQUIT] as $name => $signal) {
    echo "-- $name\n", $ours = life('ours', $signal);
    if ($signal === SIGINT) {
        echo ($stock = life('select', $signal)) === $ours ? "the same with Select\n" : "not with Select:\n$stock";
    }
}

echo "-- in the background\n";
echo stripos(shell_exec(command('ours', 'start -d')), 'start success') ? "it starts\n" : "it does not start\n";
$start = microtime(true);
$clients = array_map(fn() => client('ours', 'http'), range(0, 19));
foreach ($clients as $n => $client) {
    fwrite($client, "GET /?n=$n HTTP/1.1\r\nHost: here\r\n\r\n");
}
$right = 0;
foreach ($clients as $n => $client) {
    while (($line = fgets($client)) !== "\r\n") {
        $length = str_starts_with($line, 'Content-Length: ') ? (int) substr($line, 16) : $length ?? 0;
    }
    $right += fread($client, $length) === "$n";
}
echo "$right of 20 answers are right, ", microtime(true) - $start < 3 ? 'at once' : 'one after the other', "\n";
$start = microtime(true);
$clients = array_map(fn() => client('ours'), range(1, 10));
array_map(fn($client) => fwrite($client, "hello\n"), $clients);
$lines = implode(',', array_map(fn($client) => trim(fgets($client)), $clients));
echo "$lines: ", microtime(true) - $start < 2.5 ? "onConnect holds up no other one\n" : "onConnect holds up others\n";
preg_match('/^none +(\S+) /m', shell_exec(command('ours', 'status')), $match);
echo 'status: ', $match[1] ?? 'none', "\n";
fwrite($clients[0], "wait 60000\n");
ask($clients[1], 'wait 50');
echo strpos(shell_exec(command('ours', 'stop')), 'stop success') ? 'it stops: ' : 'it does not stop: ';
echo notes('ours'), "\n";
var_dump(fgets($clients[0]));
array_map(unlink(...), glob("$folder/*"));
rmdir($folder);
?>
--EXPECT--
-- SIGINT
hello 0
hello 1
hello 2
hello 3
through AsyncTcpConnection: through: inner
beside it, 5000001
in order: wait 300, next, wait 1
close, timer removed
false, it has ended
a new process
error: , it has ended, hello again
exit status 0, close, reload, stop, timer removed
1 in the log
the same with Select
-- SIGTERM
hello 0
hello 1
hello 2
hello 3
through AsyncTcpConnection: through: inner
beside it, 5000001
in order: wait 300, next, wait 1
close, timer removed
false, it has ended
a new process
error: , it has ended, hello again
exit status 0, close, reload, stop, timer removed
2 in the log
-- SIGQUIT
hello 0
hello 1
hello 2
hello 3
through AsyncTcpConnection: through: inner
beside it, 5000001
in order: wait 300, next, wait 1
close, timer removed
false, it has ended
a new process
error: , it has ended, hello again
exit status 0, close, reload, stop, timer removed
3 in the log
-- in the background
it starts
20 of 20 answers are right, at once
hello,hello,hello,hello,hello,hello,hello,hello,hello,hello: onConnect holds up no other one
status: coroutineevent
it stops: clean-up, close, stop, timer removed
bool(false)
