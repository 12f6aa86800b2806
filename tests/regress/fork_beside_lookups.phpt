--TEST--
A child that is forked while others look names up can look names up itself
--EXTENSIONS--
async
pcntl
posix
--FILE--
<?php
use function Async\{await, spawn, suspend};

/* Each costs a second and more under a tool. */
define('FORKS', getenv('ASYNC_TEST_TOOL') ? 15 : 60);
/* Microseconds between the places that two forks meet. */
define('STEP', 300 / FORKS);
/* Seconds for a lookup. */
define('LIMIT', getenv('ASYNC_TEST_TOOL') ? 200 : 20);

/** How the child that $body makes has ended: the signal. */
function signal_of_child(Closure $body): int
{
    $child = pcntl_fork();
    if ($child === 0) {
        $body();
        posix_kill(getmypid(), SIGKILL);
    }
    pcntl_waitpid($child, $status);
    return pcntl_wtermsig($status);
}

$hung = 0;
for ($i = 0; $i < FORKS && $hung === 0; $i++) {
    // libc's resolver reads its configuration at the first lookup of a process. The forks meet many places of it.
    $hung += SIGKILL !== signal_of_child(function () use ($i) {
        spawn(fn() => gethostbyname('localhost'));
        for ($end = hrtime(true) + $i * STEP * 1000; hrtime(true) < $end; suspend());
        $signal = signal_of_child(function () {
            pcntl_signal(SIGALRM, SIG_DFL);
            pcntl_alarm(LIMIT);
            await(spawn(fn() => gethostbyname('localhost')));
        });
        $signal === SIGKILL || posix_kill(getmypid(), SIGTERM);
    });
}
echo "$hung hung\n";
?>
--EXPECT--
0 hung
