--TEST--
pcntl_wait() and pcntl_waitpid() fail with EINTR after a signal whose handler ends system calls, as in stock PHP (D32, P10, IO-10)
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
// schedules: none (signals come at any time)
use function Async\{await, delay, spawn};

/** A process that runs a command of the shell. */
function shell(string $command): int
{
    $pid = pcntl_fork();
    if ($pid === 0) {
        pcntl_exec('/bin/sh', ['-c', $command]);
    }
    return $pid;
}
/** Sends the signal repeatedly, so that one arrives during the wait. Begins when the file exists; after three
 * signals it can end a process. */
function sender(int $signo, string $go, ?int $ends): int
{
    $end = $ends ? "[ \$((n += 1)) = 3 ] && kill -9 $ends" : ':';
    return shell("until [ -e '$go' ]; do sleep 0.01; done; while sleep 0.1 && kill -$signo " . posix_getpid() . "; do $end; done");
}
function attempt(string $go, bool $async, bool $restart, bool $any): string
{
    $handled = 0;
    pcntl_async_signals($async);
    pcntl_signal(SIGUSR1, function () use (&$handled) { $handled++; }, $restart);
    $sleeper = shell('exec sleep 60');
    $sender = sender(SIGUSR1, $go, $restart ? $sleeper : null);
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
    $outside = attempt(__FILE__, ...$how);
    // The signals arrive after other coroutines have run.
    $go = __DIR__ . '/wait_ended_by_signal.go';
    $metronome = spawn(function () use ($go) {
        for ($ticks = 0; true; $ticks++) {
            delay(10);
            if ($ticks === 3) {
                touch($go);
            }
        }
    });
    $inside = await(spawn(attempt(...), $go, ...$how));
    $metronome->cancel();
    unlink($go);
    echo $inside, $inside === $outside ? '' : " BROKEN, outside: $outside", "\n";
}
?>
--CLEAN--
<?php @unlink(__DIR__ . '/wait_ended_by_signal.go');
?>
--EXPECT--
-1, Interrupted system call, handler ran before
the child, none, handler ran before
-1, Interrupted system call, handler ran at the dispatch
-1, Interrupted system call, handler ran before
-1, Interrupted system call, handler ran at the dispatch
