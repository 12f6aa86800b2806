--TEST--
supervise() says why a worker cannot be forked, tries again after a pause, and starts it once the system allows it
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php
require __DIR__ . '/../inc/child.php';
skip_under_tools('limits threads');
if (posix_geteuid() !== 0 || !shell_exec('which prlimit') || !shell_exec('which setpriv')) {
    die('skip needs prlimit, setpriv, and root: a user without other processes');
}
?>
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

// A user who may have two processes, and has one already.
$user = 70000 + getmypid() % 50000;
$sleeper = ['setpriv', "--reuid=$user", '--clear-groups', 'sh', '-c', 'echo; exec sleep 60'];
$other = proc_open($sleeper, [1 => ['pipe', 'w']], $own);
fgets($own[1]);
$command = 'prlimit --pid=$$ --nproc=2 || exit; exec timeout 50 ' . php_command('-d log_errors=1') . ' 2>&1';
$process = proc_open(['sh', '-c', $command], [['pipe', 'r'], ['pipe', 'w']], $pipes);
fwrite($pipes[0], <<<CODE
    <?php
    posix_setuid($user);
    chdir('/');
    echo Async\supervise(1, fn() => print "the worker runs\n", backoff: 20, maxBackoff: 1000), "\n";
    CODE);
fclose($pipes[0]);
$refused = 0;
while (($line = fgets($pipes[1])) !== false) {
    if (!str_contains($line, 'cannot start')) {
        echo $line;
    } elseif (++$refused === 1) {
        echo $line;
    } elseif ($refused === 3) {
        proc_terminate($other);
        proc_close($other);
    }
}
echo $refused >= 3 ? "refused before\n" : "refused $refused times\n";
echo proc_close($process), "\n";
?>
--EXPECT--
Async\supervise(): worker 0 cannot start: Resource temporarily unavailable, see ulimit -u and pids.max of the cgroup
the worker runs
0
refused before
0
