--TEST--
Calls that have waited and succeed leave the error number alone: some functions look at it without a failure (P10)
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php
try {
    @pcntl_setns(null, 0);
    die('skip pcntl_setns() meets another error first');
} catch (ValueError $error) {
    str_contains($error->getMessage(), '$nstype') || die('skip pcntl_setns() meets another error first');
} catch (Error) {
    die('skip needs pcntl_setns()');
}
?>
--FILE--
<?php
$calls = [
    'usleep' => fn() => usleep(1000),
    'a file of /proc' => fn() => file_get_contents('/proc/self/status'),
    'exec' => fn() => exec('sleep 0.1; echo a'),
    'popen' => fn() => pclose(popen('sleep 0.1', 'r')),
    'waitpid' => function () {
        $pid = pcntl_fork();
        if (!$pid) {
            usleep(100000);
            posix_kill(posix_getpid(), SIGKILL);
        }
        pcntl_waitpid($pid, $status);
    },
];

// Its own failure leaves an error number: a process for each.
foreach ($calls as $name => $call) {
    $pid = pcntl_fork();
    if (!$pid) {
        Async\await(Async\spawn(function () use ($name, $call) {
            try {
                $call();
                pcntl_setns(null, 0);
            } catch (ValueError $error) {
                echo "$name: ", $error->getMessage(), "\n";
            }
        }));
        exit;
    }
    pcntl_waitpid($pid, $status);
}
?>
--EXPECT--
usleep: pcntl_setns(): Argument #2 ($nstype) is an invalid nstype (0)
a file of /proc: pcntl_setns(): Argument #2 ($nstype) is an invalid nstype (0)
exec: pcntl_setns(): Argument #2 ($nstype) is an invalid nstype (0)
popen: pcntl_setns(): Argument #2 ($nstype) is an invalid nstype (0)
waitpid: pcntl_setns(): Argument #2 ($nstype) is an invalid nstype (0)
