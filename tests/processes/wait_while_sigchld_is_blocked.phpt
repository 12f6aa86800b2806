--TEST--
pcntl_wait() returns while SIGCHLD is blocked: in a handler of a signal, and by pcntl_sigprocmask() (P10)
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
function child(): int
{
    $pid = pcntl_fork();
    if ($pid === 0) {
        usleep(100_000);
        posix_kill(getmypid(), SIGKILL);
    }
    return $pid;
}

function show(string $what, int $pid, int $reaped, int $status): void
{
    echo "$what: ", $reaped === $pid && pcntl_wtermsig($status) === SIGKILL ? 'reaped' : 'not reaped', "\n";
}

// PHP blocks all signals while a handler runs.
pcntl_async_signals(true);
pcntl_signal(SIGUSR1, function () {
    $pid = child();
    show('in a handler', $pid, pcntl_wait($status), $status);
});
$in_handler = Async\spawn(function () {
    posix_kill(getmypid(), SIGUSR1);
    usleep(1000);
});
Async\await($in_handler);

pcntl_sigprocmask(SIG_BLOCK, [SIGCHLD]);
$blocked = Async\spawn(function () {
    $pid = child();
    show('blocked', $pid, pcntl_waitpid($pid, $status, WUNTRACED), $status);
});
Async\await($blocked);
?>
--EXPECT--
in a handler: reaped
blocked: reaped
