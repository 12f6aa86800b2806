--TEST--
Where no process can be made, a job fails with an exception that names the limit, as later ones do; supervise() tries again, and stops when it is told to
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php
require __DIR__ . '/../inc/child.php';
skip_under_tools('limits processes');
if (posix_geteuid() !== 0 || !shell_exec('which prlimit')) die('skip needs prlimit, and root: a user without other processes');
?>
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

// The limit does not bind root.
$begin = "chdir('/'); posix_setgid(70000) && posix_setuid(70000 + getmypid() % 50000) || exit('no other user');";
$limit = fn(int $processes) => "prlimit --pid=\$\$ --nproc=$processes || exit;";

[$output] = run_php($begin . <<<'PHP'
    use Async\{AsyncException, ProcessPool};
    use function Async\{await, stats};
    $pool = new ProcessPool(fn($x) => 2 * $x, 2);
    for ($i = 0; $i < 2; $i++) {
        try {
            var_dump(await($pool->submit($i)));
        } catch (AsyncException $e) {
            echo $e->getMessage(), "\n";
        }
        $descriptors[] = count(scandir('/proc/self/fd'));
    }
    echo $descriptors[0] === $descriptors[1] ? "no descriptor is left\n" : "WRONG\n";
    PHP, '', $limit(1));
echo "a pool\n$output";

[$output, $status] = run_php($begin . <<<'PHP'
    use function Async\{delay, spawn, supervise};
    spawn(function () {
        delay(300);
        posix_kill(getmypid(), SIGTERM);
    });
    $status = supervise(1, fn() => print("WRONG: a worker\n"));
    echo "supervise() returns $status\n";
    PHP, '', $limit(1));
echo "supervise()\n", preg_replace('~(Async.supervise.*\n)+~', '$1', $output), "status $status\n";
?>
--EXPECT--
a pool
Cannot start a worker process: Resource temporarily unavailable, see ulimit -u and pids.max of the cgroup
Cannot start a worker process: Resource temporarily unavailable, see ulimit -u and pids.max of the cgroup
no descriptor is left
supervise()
Async\supervise(): worker 0 cannot start: Resource temporarily unavailable, see ulimit -u and pids.max of the cgroup
supervise() returns 0
status 0
