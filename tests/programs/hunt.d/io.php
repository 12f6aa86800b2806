<?php
/* Actions that wait for descriptors, files and processes. Files lie in the current folder. */

use function Async\{await, delay, suspend, timeout};

/** @return resource[] */
function pair(): array
{
    return stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
}

/** Held by a random one for a moment, until it goes out of scope or is given back. */
function lock_file(): void
{
    $file = fopen('lock' . mt_rand(0, 1), 'c');
    flock($file, Program::oneOf(2) ? LOCK_EX : LOCK_SH);
    if (Program::oneOf(2)) {
        delay(1);
    }
    if (Program::oneOf(2)) {
        flock($file, LOCK_UN);
    }
}

return [
    // ---- streams ----
    'select streams' => function (Program $p) {
        [$here, $there] = pair();
        $read = [$here, $there];
        $write = [$there];
        $except = null;
        $p->spawn(function () use ($there) {
            suspend();
            @fwrite($there, str_repeat('y', mt_rand(1, 500000)));
        });
        stream_select($read, $write, $except, 0, mt_rand(0, 3000));
    },
    'two readers' => function (Program $p) {
        [$here, $there] = pair();
        stream_set_timeout($here, 0, 3000);
        $p->spawn(fn() => @fread($here, 10));
        $p->spawn(fn() => @fgets($here));
        suspend();
        if (Program::oneOf(2)) {
            fclose($here);
        } else {
            @fwrite($there, "a\nb");
        }
    },
    'copy between streams' => function (Program $p) {
        [$here, $there] = pair();
        $p->spawn(fn() => @stream_copy_to_stream($here, $there, 5));
        $p->spawn(fn() => @stream_copy_to_stream($there, $here, 5));
        suspend();
        fwrite($here, 'hello');
    },
    'non-blocking' => function () {
        [$here] = pair();
        stream_set_blocking($here, false);
        @fread($here, 5);
    },
    'tcp' => function () {
        $server = stream_socket_server('tcp://127.0.0.1:0');
        $client = stream_socket_client('tcp://' . stream_socket_get_name($server, false));
        stream_set_timeout($client, 0, 2000);
        $accepted = @stream_socket_accept($server, 0.005);
        if ($accepted) {
            @fwrite($accepted, "x\n");
        }
        fgets($client);
        if ($accepted && Program::oneOf(2)) {
            fclose($accepted);
        }
    },
    'udp of ext/sockets' => function () {
        $socket = socket_create(AF_INET, SOCK_DGRAM, 0);
        socket_bind($socket, '127.0.0.1', 0);
        socket_set_option($socket, SOL_SOCKET, SO_RCVTIMEO, ['sec' => 0, 'usec' => 1000 * mt_rand(1, 3)]);
        @socket_recv($socket, $buffer, 10, Program::oneOf(2) ? 0 : MSG_WAITALL);
        if (Program::oneOf(2)) {
            socket_close($socket);
        }
    },
    'name' => fn() => gethostbyname('localhost'),
    // ---- files ----
    'read a file' => function (Program $p) {
        $file = fopen(__FILE__, 'r');
        fread($file, mt_rand(1, 100));
        $p->spawn(fn() => @fgets($file));
        fgets($file);
        if (Program::oneOf(2)) {
            fclose($file);
        }
    },
    'append' => fn() => file_put_contents('list' . mt_rand(0, 1), 'abc', FILE_APPEND | (mt_rand(0, 1) * LOCK_EX)),
    'lock' => lock_file(...),
    'data' => fn() => stream_get_contents(fopen('data:,hello', 'r')),
    'include' => fn() => require_once __DIR__ . '/included.php',
    'fifo without a writer' => function (Program $p) {
        @unlink('fifo');
        @posix_mkfifo('fifo', 0600);
        $opening = $p->spawn(fn() => fopen('fifo', 'r'));
        try {
            if ($opening) {
                await($opening, timeout(mt_rand(1, 3)));
            }
        } finally {
            $opening?->cancel();
        }
    },
    // ---- processes ----
    'exec' => fn() => exec('exit ' . mt_rand(0, 3), $output, $status),
    'popen' => function () {
        $pipe = popen('cat >/dev/null', 'w');
        fwrite($pipe, str_repeat('x', mt_rand(1, 100000)));
        if (Program::oneOf(2)) {
            pclose($pipe);
        }
    },
    'proc_open' => function () {
        $process = proc_open('sleep 0.00' . mt_rand(1, 9), [['pipe', 'r'], ['pipe', 'w']], $pipes);
        if (Program::oneOf(2)) {
            fgets($pipes[1]);
        }
        if (Program::oneOf(2)) {
            proc_close($process);
        }
    },
    'fork' => function () {
        if (!Program::oneOf(4)) {
            return;
        }
        $child = pcntl_fork();
        if ($child === 0) {
            if (Program::oneOf(2)) {
                suspend();
            }
            exit(0);
        }
        pcntl_waitpid($child, $status);
    },
    'time_nanosleep' => fn() => time_nanosleep(0, mt_rand(0, 1000000)),
];
