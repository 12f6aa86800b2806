--TEST--
A coroutine that waits for a silent socket delays no other event: timers, signals, processes, files, names, cancellation (P11)
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
use function Async\{await, delay, signal, spawn, timeout};

/** @return array{Async\Coroutine, resource} a coroutine that waits for a line, and the other end */
function silent(): array
{
    [$near, $far] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    return [spawn(fn() => fgets($near)), $far];
}

/** Run PHP code in another process, a little later; no coroutine waits for that process. */
function later(string $code): void
{
    $php = getenv('TEST_PHP_EXECUTABLE') ?: PHP_BINARY;
    $log = ['file', '/dev/null', 'r+'];
    $GLOBALS['later'][] = proc_open([$php, '-n', '-r', "usleep(100000); $code", (string) getmypid()], [$log, $log, $log], $pipes);
}

$cases = [
    'a limit of time' => function () {
        [$reader, $far] = silent();
        try {
            await($reader, timeout(50));
        } catch (Async\AwaitCancelledException) {
            return get_debug_type($far) . ' is still silent';
        }
    },
    'a signal' => function () {
        [$reader, $far] = silent();
        later('exec("kill -USR1 $argv[1]");');
        await(signal(SIGUSR1));
        fwrite($far, "signalled\n");
        return await($reader);
    },
    'a process' => function () {
        [$reader, $far] = silent();
        fwrite($far, shell_exec('sleep 0.1; echo a process'));
        return await($reader);
    },
    'the end of a process' => function () {
        [$reader, $far] = silent();
        $child = pcntl_fork();
        if ($child === 0) {
            usleep(100000);
            posix_kill(getmypid(), SIGKILL);
        }
        pcntl_waitpid($child, $status);
        fwrite($far, "ended\n");
        return await($reader);
    },
    'a locked file' => function () {
        [$reader, $far] = silent();
        $file = fopen(__FILE__, 'r');
        $other = fopen(__FILE__, 'r');
        flock($other, LOCK_EX);
        spawn(function () use ($other) { delay(50); flock($other, LOCK_UN); });
        flock($file, LOCK_EX);
        fwrite($far, "locked\n");
        return await($reader);
    },
    'a name' => function () {
        [$reader, $far] = silent();
        fwrite($far, gethostbyname('localhost') . "\n");
        return await($reader);
    },
    'a cancellation before the wait' => function () {
        [$near] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        $reader = spawn(function () use ($near, &$reader) {
            $reader->cancel();
            return fgets($near);
        });
        try {
            return 'BROKEN: ' . json_encode(await($reader));
        } catch (Async\AsyncCancellation) {
            return 'cancelled';
        }
    },
    'another one that is ready' => function () {
        [$reader, $far] = silent();
        spawn(function () use ($far) {
            Async\suspend();
            fwrite($far, "ready\n");
        });
        return await($reader);
    },
    'nothing else: a time limit of its own' => function () {
        [$near, $far] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        return await(spawn(function () use ($near) {
            stream_set_timeout($near, 0, 100000);
            return json_encode([fgets($near), stream_get_meta_data($near)['timed_out']]);
        }));
    },
    'nothing else: what another process sends' => function () {
        $listener = stream_socket_server('tcp://127.0.0.1:0');
        later("fwrite(stream_socket_client('tcp://" . stream_socket_get_name($listener, false) . "'), \"sent\\n\");");
        return await(spawn(fn() => fgets(stream_socket_accept($listener))));
    },
    // Last, because signal handlers stay installed.
    "a handler of pcntl's" => function () {
        [$reader, $far] = silent();
        pcntl_async_signals(true);
        pcntl_signal(SIGUSR2, fn() => fwrite($far, "handled\n"));
        later('exec("kill -USR2 $argv[1]");');
        return await($reader);
    },
];
foreach ($cases as $title => $case) {
    echo "$title: ", trim($case()), "\n";
}
echo Async\stats()['blocked_in_place'], "\n";
?>
--EXPECT--
a limit of time: resource (stream) is still silent
a signal: signalled
a process: a process
the end of a process: ended
a locked file: locked
a name: 127.0.0.1
a cancellation before the wait: cancelled
another one that is ready: ready
nothing else: a time limit of its own: [false,true]
nothing else: what another process sends: sent
a handler of pcntl's: handled
0
