--TEST--
A sandbox that refuses an optional system call, by each of its errors: programs give the answers of stock PHP
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php
require __DIR__ . '/../inc/child.php';
skip_under_tools('dozens of processes');
if (!trim((string) shell_exec('command -v cc'))) {
    die('skip needs a C compiler');
}
?>
--FILE--
<?php
require __DIR__ . '/../inc/child.php';
$folder = sys_get_temp_dir() . '/refused.' . uniqid(getmypid() . '_');
mkdir($folder);
exec('cc -o ' . escapeshellarg("$folder/refuse") . ' ' . escapeshellarg(__DIR__ . '/refuse.c') . ' 2>&1', $output, $status);
if ($status !== 0) {
    die(implode("\n", $output));
}
file_put_contents("$folder/program.php", <<<'CODE'
<?php
// A program without async calls runs without hooks.
$run = $argv[1] === 'async' ? Async\spawn(...) : fn($call) => $call();
$end = fn($x) => is_object($x) ? Async\await($x) : $x;
mkdir($folder = __DIR__ . '/' . getmypid());
file_put_contents("$folder/x", str_repeat("line\n", 20000));
$calls = [
    'file' => fn() => md5(file_get_contents("$folder/x")),
    'lines' => function () use ($folder) {
        for ($n = 0, $f = fopen("$folder/x", 'r'); fgets($f) !== false; $n++);
        return $n;
    },
    'large' => fn() => [file_put_contents("$folder/l", str_repeat('x', 3000000)), md5_file("$folder/l")],
    'exec' => function () {
        exec('echo a; echo b; exit 3', $lines, $status);
        return [$lines, $status];
    },
    'process' => function () {
        $process = proc_open(['cat'], [['pipe', 'r'], ['pipe', 'w']], $pipes);
        fwrite($pipes[0], str_repeat('q', 100000));
        fclose($pipes[0]);
        return [strlen(stream_get_contents($pipes[1])), proc_close($process)];
    },
    'popen' => fn() => [stream_get_contents($process = popen('echo hi', 'r')), pclose($process)],
    'pair' => function () {
        [$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        fwrite($b, "x\n");
        return [fgets($a), fwrite($a, 'yy'), fread($b, 2)];
    },
    'tcp' => function () {
        $listener = stream_socket_server('tcp://127.0.0.1:0');
        $client = stream_socket_client('tcp://' . stream_socket_get_name($listener, false));
        $server = stream_socket_accept($listener);
        fwrite($client, "hello\n");
        $line = fgets($server);
        fwrite($server, "bye\n");
        return [$line, fgets($client)];
    },
    'sleep' => fn() => usleep(5000),
    'name' => fn() => gethostbyname('localhost'),
    'copy' => fn() => [copy("$folder/x", "$folder/y"), md5_file("$folder/y")],
    'sync' => fn() => fsync(fopen("$folder/z", 'w')),
    'lock' => fn() => [flock($f = fopen("$folder/lock", 'w'), LOCK_EX), flock($f, LOCK_UN)],
    'child' => function () {
        if (!($child = pcntl_fork())) {
            posix_kill(posix_getpid(), SIGKILL);
        }
        pcntl_waitpid($child, $status);
        return pcntl_wtermsig($status);
    },
    'output' => function () use ($folder) {
        ob_start();
        readfile("$folder/x");
        return md5(ob_get_clean());
    },
    'random' => fn() => strlen(random_bytes(8)),
    'directory' => fn() => count(scandir($folder)) > 2,
    'select' => function () {
        [$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        fwrite($b, 'x');
        [$read, $none] = [[$a], null];
        return stream_select($read, $none, $none, 5);
    },
];
foreach ($calls as $name => $call) {
    $running[$name] = $run($call);
}
foreach ($running as $name => $result) {
    echo $name, ': ', json_encode($end($result)), "\n";
}
array_map('unlink', glob("$folder/*"));
rmdir($folder);
CODE);

/**
 * Start the program.
 *
 * @param string $how "async" or "stock"
 * @return array{resource, resource} process and pipe with its output
 */
function begin(int $error, string $call, string $how): array
{
    $command = 'exec timeout 60 ' . escapeshellarg("{$GLOBALS['folder']}/refuse") . " $error $call " . php_command() . ' '
        . escapeshellarg("{$GLOBALS['folder']}/program.php") . " $how 2>&1";
    $process = proc_open($command, [1 => ['pipe', 'w']], $pipes);
    return [$process, $pipes[1]];
}

/** @return array{string, int} output and status */
function finish(array $run): array
{
    return [stream_get_contents($run[1]), proc_close($run[0])];
}

$plain = finish(begin(0, '-', 'stock'));
echo $plain[1] === 0 ? '' : "stock PHP: $plain[0]";
$calls = [
    'preadv2', 'pwritev2', 'copy_file_range', 'getrandom', 'memfd_create', 'sendfile', 'splice', 'accept4', 'dup3', 'ppoll',
    'mincore', 'fadvise64', 'flock', 'statx', 'pidfd_open', 'epoll_pwait2', 'openat2', 'close_range', 'faccessat2',
    'io_uring_setup', 'io_uring_enter', 'madvise', 'eventfd2', 'epoll_create1', 'timerfd_create', 'signalfd4', 'prctl',
    'sched_getaffinity', 'clone3', 'membarrier', 'rseq',
];
$errors = ['ENOSYS' => 38, 'EPERM' => 1, 'EACCES' => 13, 'EINVAL' => 22];
if (getenv('ASYNC_TEST_TOOL')) {
    $errors = ['ENOSYS' => 38];
}
foreach (array_merge(['-'], $calls) as $call) {
    $runs = array_map(fn($error) => begin($error, $call, 'async'), $errors);
    foreach ($runs as $error => $run) {
        $result = finish($run);
        if ($call === 'io_uring_enter' && $result[1] === 255
            && preg_match('/^(PHP )?\s*Fatal error: +Uncaught Async\\\\AsyncException: Cannot start a coroutine: /', $result[0])) {
            // From 1.49 on libuv relies on it, when it can make a ring, and cannot be told not to make one.
            continue;
        }
        if (in_array($call, ['eventfd2', 'epoll_create1']) && $result[1] === 255
            && str_contains($result[0], 'The event loop needs epoll and eventfd, which a sandbox may refuse')) {
            continue;
        }
        // Some calls are needed by stock PHP, too. glibc does without clone3() when there is none, but not when it fails.
        if ($call === 'clone3' && $error !== 'ENOSYS') {
            $refused = finish(begin($errors[$error], $call, 'stock'));
            if ($refused[1] === $result[1] && $result[1] !== 0) {
                continue;
            }
        }
        if ($result !== $plain && $result[1] !== 97 && $result !== finish(begin($errors[$error], $call, 'stock'))) {
            echo "$call refused with $error, status $result[1]:\n$result[0]";
        }
    }
}
exec('rm -rf ' . escapeshellarg($folder));
?>
done
--EXPECT--
done
