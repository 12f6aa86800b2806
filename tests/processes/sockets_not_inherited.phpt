--TEST--
The other end of a socket sees its end while a program runs that another coroutine has started; sockets that are passed stay open
--EXTENSIONS--
posix
--SKIPIF--
<?php
if (!is_readable('/proc/self/fdinfo/0')) die('skip no /proc');
?>
--FILE--
<?php
use function Async\{spawn, await, suspend};
// Each program runs until it reads a line from this FIFO.
$fifo = sys_get_temp_dir() . '/async_not_inherited_' . getmypid();
posix_mkfifo($fifo, 0600);
$command = "read line < $fifo; echo done";

/** Flags of all sockets of this process. */
function flags(): array
{
    $flags = [];
    foreach (scandir('/proc/self/fd') as $fd) {
        if (str_starts_with(@readlink("/proc/self/fd/$fd") ?: '', 'socket:')) {
            preg_match('/flags:\s*(\d+)/', file_get_contents("/proc/self/fdinfo/$fd"), $match);
            $flags[$fd] = $match[1];
        }
    }
    return $flags;
}

$pairs = [
    'tcp' => function () {
        $listener = stream_socket_server('tcp://127.0.0.1:0');
        $client = stream_socket_client('tcp://' . stream_socket_get_name($listener, false));
        return [$client, stream_socket_accept($listener)];
    },
    'pair' => fn() => stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0),
];
if (extension_loaded('sockets')) {
    $pairs['ext/sockets'] = function () {
        socket_create_pair(AF_UNIX, SOCK_STREAM, 0, $pair);
        return [socket_export_stream($pair[0]), $pair[1]];
    };
}
$starts = [
    'exec' => fn() => exec($command),
    'shell_exec' => fn() => rtrim(shell_exec($command)),
    'popen' => function () use ($command) {
        $pipe = popen($command, 'r');
        $line = rtrim(fgets($pipe));
        pclose($pipe);
        return $line;
    },
    'proc_open' => function () use ($command) {
        $process = proc_open($command, [1 => ['pipe', 'w']], $pipes);
        $line = rtrim(fgets($pipes[1]));
        proc_close($process);
        return $line;
    },
    'proc_open, list' => function () use ($command) {
        $process = proc_open(['sh', '-c', $command], [1 => ['socket']], $pipes);
        $line = rtrim(fgets($pipes[1]));
        proc_close($process);
        return $line;
    },
];
foreach ($starts as $name => $start) {
    foreach ($pairs as $kind => $make) {
        [$client, $connection] = $make();
        $before = flags();
        $program = spawn($start);
        $release = fopen($fifo, 'w');           // opened when the program reads
        echo "$name, $kind: ", array_diff_assoc($before, flags()) ? 'flags changed, ' : '';
        if (is_resource($connection)) {
            fclose($connection);
        } else {
            socket_close($connection);
        }
        stream_set_timeout($client, 2);
        var_dump(fgets($client));
        echo stream_get_meta_data($client)['timed_out'] ? "BROKEN: the program has the connection\n" : '';
        fwrite($release, "go\n");
        fclose($release);
        echo await($program), "\n";
    }
}
unlink($fifo);

// A socket that is passed.
await(spawn(function () {
    [$ours, $theirs] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    $process = proc_open('read line; echo "$line, answered" >&3', [0 => $theirs, 3 => $theirs], $pipes);
    fclose($theirs);
    fwrite($ours, "asked\n");
    echo fgets($ours);
    proc_close($process);
}));
?>
--EXPECTF--
exec, tcp: bool(false)
done
exec, pair: bool(false)
done
%A
proc_open, list, pair: bool(false)
done
%Aasked, answered
