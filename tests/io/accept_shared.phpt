--TEST--
A blocking listener shared by processes: an accept never holds up the other coroutines of its process
--EXTENSIONS--
pcntl
posix
sockets
--FILE--
<?php
use function Async\{await, delay, spawn};

/** Serve connections in this process until the parent ends it, beside a coroutine that ticks. */
function work(callable $accept): void
{
    spawn(function () {
        for (;;) {
            delay(5);
        }
    });
    for (;;) {
        $accept();
    }
}

/** The system call in which a process is held up; '' when that cannot be seen. */
function system_call(int $process): string
{
    return strtok((string) @file_get_contents("/proc/$process/syscall"), ' ') ?: '';
}

/** @return array{callable, callable} accept one connection, connect once */
function stream_listener(string $address): array
{
    $listener = stream_socket_server($address);
    $name = stream_socket_get_name($listener, false);
    $transport = strtok($address, ':');
    return [
        function () use ($listener) {
            fclose(stream_socket_accept($listener, 60));
        },
        fn() => stream_get_contents(stream_socket_client("$transport://$name")),
    ];
}

function socket_listener(): array
{
    $listener = socket_create(AF_INET, SOCK_STREAM, SOL_TCP);
    socket_bind($listener, '127.0.0.1');
    socket_listen($listener);
    socket_getsockname($listener, $host, $port);
    return [
        fn() => socket_close(socket_accept($listener)),
        fn() => stream_get_contents(stream_socket_client("tcp://$host:$port")),
    ];
}

$path = sys_get_temp_dir() . '/accept.' . getmypid();
$kinds = [
    'tcp' => fn() => stream_listener('tcp://127.0.0.1:0'),
    'unix' => fn() => stream_listener("unix://$path.sock"),
    'socket' => socket_listener(...),
];
// accept() and accept4() of the kernel, which is another one than this program's under an emulator. The call that reads
// this file tells: read(), pread64() or preadv2() of arm64.
$accepting = in_array(system_call(getmypid()), ['63', '67', '286']) ? ['202', '242'] : ['43', '288'];
foreach ($kinds as $kind => $make) {
    [$accept, $connect] = $make();
    $children = [];
    for ($i = 0; $i < 8; $i++) {
        if (!($children[$i] = pcntl_fork())) {
            work($accept);
        }
    }
    usleep(100000);
    $stuck = 0;
    for ($burst = 0; $burst < 400 && !$stuck; $burst++) {
        $connect();
        $connect();
        usleep(1500);
        foreach ($children as $child) {
            // Still there after a while, although no connection has come.
            if (in_array(system_call($child), $accepting)) {
                usleep(50000);
                $stuck += in_array(system_call($child), $accepting);
            }
        }
    }
    foreach ($children as $child) {
        posix_kill($child, SIGKILL);
        pcntl_waitpid($child, $status);
    }
    echo "$kind: $stuck stuck\n";
    @unlink("$path.sock");
}
?>
--EXPECT--
tcp: 0 stuck
unix: 0 stuck
socket: 0 stuck
