--TEST--
What a cancelled coroutine waited for happens before it runs: it sees its cancellation, and nothing is freed twice (D11, P5)
--EXTENSIONS--
pcntl
posix
sockets
--FILE--
<?php
use function Async\{await, delay, signal, spawn, suspend, timeout};

// schedules: none, the events come in real time, and a loop goes on until a waiter is parked
/** Run without a switch. */
function work(int $ms): void
{
    for ($end = hrtime(true) + $ms * 1_000_000; hrtime(true) < $end;);
}

$folder = sys_get_temp_dir() . '/event_before.' . uniqid(getmypid() . '_');
mkdir($folder);
posix_mkfifo("$folder/fifo", 0600);
touch("$folder/file");
$held = fopen("$folder/file", 'r+');
flock($held, LOCK_EX);
$server = stream_socket_server('tcp://127.0.0.1:0');
$port = (int) substr(strrchr(stream_socket_get_name($server, false), ':'), 1);
$pairs = [];
foreach (['fread', 'fwrite', 'select', 'copy'] as $name) {
    $pairs[$name] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    stream_set_blocking($pairs[$name][1], false);
}
socket_create_pair(AF_UNIX, SOCK_DGRAM, 0, $sockets);
$channel = new Async\Channel(0);
$state = new Async\FutureState;

// The call that waits, and what happens right after its cancellation; without that, the end comes by itself.
$calls = [
    'gethostbyname' => [fn() => gethostbyname('localhost')],
    'gethostbynamel' => [fn() => gethostbynamel('localhost')],
    'gethostbyaddr' => [fn() => gethostbyaddr('127.0.0.1')],
    'fsockopen' => [fn() => fsockopen('localhost', $port)],
    'stream_socket_client' => [fn() => stream_socket_client("tcp://localhost:$port")],
    'socket_addrinfo_lookup' => [fn() => socket_addrinfo_lookup('localhost')],
    'fopen of a FIFO' => [fn() => fopen("$folder/fifo", 'r'), fn() => fopen("$folder/fifo", 'r+')],
    'flock' => [fn() => flock(fopen("$folder/file", 'r+'), LOCK_EX), fn() => flock($held, LOCK_UN)],
    'fread' => [fn() => fread($pairs['fread'][0], 10), fn() => fwrite($pairs['fread'][1], 'x')],
    'fwrite' => [
        fn() => fwrite($pairs['fwrite'][0], str_repeat('x', 1 << 20)),
        fn() => stream_get_contents($pairs['fwrite'][1]),
    ],
    'stream_copy_to_stream' => [
        fn() => stream_copy_to_stream($pairs['copy'][0], fopen("$folder/file", 'w')),
        fn() => fwrite($pairs['copy'][1], 'x'),
    ],
    'stream_select' => [function () use ($pairs) {
        $read = [$pairs['select'][0]];
        $none = null;
        return stream_select($read, $none, $none, 5);
    }, fn() => fwrite($pairs['select'][1], 'x')],
    'stream_socket_accept' => [fn() => stream_socket_accept($server), fn() => fsockopen('127.0.0.1', $port)],
    'socket_recv' => [fn() => socket_recv($sockets[0], $got, 10, 0), fn() => socket_send($sockets[1], 'x', 1, 0)],
    'exec' => [fn() => exec('sleep 0.02')],
    'shell_exec' => [fn() => shell_exec('sleep 0.02')],
    'proc_close' => [fn() => proc_close(proc_open('sleep 0.02', [], $pipes))],
    'pclose' => [fn() => pclose(popen('sleep 0.02', 'r'))],
    'pcntl_waitpid' => [function () {
        $process = proc_open('exec sleep 0.02', [], $pipes);
        pcntl_waitpid(proc_get_status($process)['pid'], $status);
    }],
    'usleep' => [fn() => usleep(20_000)],
    'time_nanosleep' => [fn() => time_nanosleep(0, 20_000_000)],
    'delay' => [fn() => delay(20)],
    'await of a timeout' => [fn() => await(timeout(20))],
    'await with a timeout' => [fn() => await(new Async\Future, timeout(20))],
    'await of a future' => [fn() => await(new Async\Future($state)), fn() => $state->complete(1)],
    'await of a signal' => [fn() => await(signal(SIGUSR2)), fn() => posix_kill(getmypid(), SIGUSR2)],
    'recv' => [fn() => $channel->recv(), fn() => $channel->sendAsync(1)],
];

foreach ($calls as $name => $pair) {
    [$call, $event] = [...$pair, null];
    do {
        $waiter = spawn(function () use ($call) {
            return @$call();
        });
        suspend();
        // On a slow machine the end may have come already.
    } while (!$waiter->isSuspended());
    // Enough switches before the one to the waiter: the scheduler looks for events.
    for ($i = 0; $i < 70; $i++) {
        spawn(fn() => null);
    }
    $waiter->cancel(new Async\AsyncCancellation('enough'));
    $event and $event();
    work(30);
    try {
        $result = await($waiter, timeout(60000));
        echo "$name: BROKEN, it returned ", var_export($result, true), "\n";
    } catch (Throwable $e) {
        echo "$name: ", $e->getMessage(), "\n";
    }
}
// All of them work again.
delay(20);
var_dump(gethostbyname('localhost'), fread($pairs['fread'][0], 10), fread($pairs['copy'][0], 10));
unlink("$folder/fifo");
unlink("$folder/file");
rmdir($folder);
?>
--EXPECT--
gethostbyname: enough
gethostbynamel: enough
gethostbyaddr: enough
fsockopen: enough
stream_socket_client: enough
socket_addrinfo_lookup: enough
fopen of a FIFO: enough
flock: enough
fread: enough
fwrite: enough
stream_copy_to_stream: enough
stream_select: enough
stream_socket_accept: enough
socket_recv: enough
exec: enough
shell_exec: enough
proc_close: enough
pclose: enough
pcntl_waitpid: enough
usleep: enough
time_nanosleep: enough
delay: enough
await of a timeout: enough
await with a timeout: enough
await of a future: enough
await of a signal: enough
recv: enough
string(9) "127.0.0.1"
string(1) "x"
string(1) "x"
