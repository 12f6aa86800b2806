--TEST--
pcntl_wait() and pcntl_waitpid() fail with EINTR after a signal whose handler ends system calls, as on stock PHP (D32, P10, IO-10)
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
// schedules: none (signals come at any time)
use function Async\{await, delay, spawn};

/** A process that only sleeps. */
function sleeper(float $seconds): int
{
    $pid = pcntl_fork();
    if ($pid === 0) {
        pcntl_exec('/bin/sleep', [(string) $seconds]);
    }
    return $pid;
}
/** Sends the signal again and again, so that one of them comes when we wait. */
function sender(int $signo): int
{
    $parent = posix_getpid();
    $pid = pcntl_fork();
    if ($pid === 0) {
        pcntl_exec('/bin/sh', ['-c', "while sleep 0.1 && kill -$signo $parent; do :; done"]);
    }
    return $pid;
}
function attempt(bool $async, bool $restart, bool $any): string
{
    $handled = 0;
    pcntl_async_signals($async);
    pcntl_signal(SIGUSR1, function () use (&$handled) { $handled++; }, $restart);
    $sleeper = sleeper($restart ? 0.5 : 60);
    $sender = sender(SIGUSR1);
    $result = $any ? pcntl_wait($status) : pcntl_waitpid($sleeper, $status);
    $error = $result < 0 ? pcntl_strerror(pcntl_get_last_error()) : 'none';
    $handled_before = $handled > 0;
    pcntl_signal_dispatch();
    posix_kill($sender, SIGKILL);
    posix_kill($sleeper, SIGKILL);
    pcntl_signal(SIGUSR1, SIG_IGN);
    foreach ([$sender, $sleeper] as $pid) {
        if ($pid !== $result) {
            pcntl_waitpid($pid, $status);
        }
    }
    return sprintf('%s, %s, handler %s', $result === $sleeper ? 'the child' : $result, $error,
        $handled_before ? 'ran before' : ($handled > 0 ? 'ran at the dispatch' : 'did not run'));
}
foreach ([[true, false, false], [true, true, false], [false, false, false], [true, false, true], [false, false, true]] as $how) {
    $outside = attempt(...$how);
    $ticks = 0;
    $metronome = spawn(function () use (&$ticks) {
        while (true) {
            delay(10);
            $ticks++;
        }
    });
    $inside = await(spawn(attempt(...), ...$how));
    $metronome->cancel();
    echo $inside, $inside === $outside ? '' : " BROKEN, outside: $outside", $ticks > 2 ? '' : ' BROKEN, others did not run', "\n";
}
?>
--EXPECT--
-1, Interrupted system call, handler ran before
the child, none, handler ran before
-1, Interrupted system call, handler ran at the dispatch
-1, Interrupted system call, handler ran before
-1, Interrupted system call, handler ran at the dispatch
