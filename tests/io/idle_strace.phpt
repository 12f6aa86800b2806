--TEST--
An idle server makes no system calls at all (zero wake-ups while idle)
--SKIPIF--
<?php
require __DIR__ . '/../inc/child.php';
skip_under_tools('strace cannot look into such a process');
if (!trim((string) shell_exec('command -v strace')) || !str_contains((string) shell_exec('strace -o /dev/null true 2>&1; echo $?'), '0')) {
    die('skip no strace');
}
?>
--FILE--
<?php
require __DIR__ . '/../inc/child.php';
$trace = tempnam(sys_get_temp_dir(), 'strace');
$code = tempnam(sys_get_temp_dir(), 'server');
file_put_contents($code, <<<'CODE'
    <?php
    $listener = stream_socket_server('tcp://127.0.0.1:0');
    for ($i = 0; $i < 3; $i++) {
        Async\spawn(fn() => @stream_socket_accept($listener, -1));
    }
    [$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    Async\spawn(fn() => fread($a, 1));
    Async\delay(100);
    echo "idle\n";
    Async\await(Async\spawn(fn() => @stream_socket_accept($listener, -1)));
    CODE);
$process = proc_open(['sh', '-c', "exec strace -f -tt -o $trace timeout 20 " . php_command($code)], [1 => ['pipe', 'w']], $pipes);
echo fgets($pipes[1]);
usleep(300000);
$before = filesize($trace);
usleep(1500000);
clearstatcache();
echo filesize($trace) - $before, " bytes of system calls\n";
echo filesize($trace) > $before ? substr(file_get_contents($trace), $before) : '';
$children = trim((string) shell_exec('pgrep -P ' . proc_get_status($process)['pid']));
proc_terminate($process, 15);
foreach (array_filter(explode("\n", $children)) as $pid) {
    posix_kill((int) $pid, 15);
}
unlink($trace);
unlink($code);
?>
--EXPECT--
idle
0 bytes of system calls
