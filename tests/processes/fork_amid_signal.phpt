--TEST--
A child forked between the arrival and the handling of a signal goes on and ends (lifetime rule 12, TM-07)
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
use function Async\{await, delay, signal, spawn};

foreach (['exit', 'end of a coroutine'] as $way) {
    $waiter = spawn(fn() => await(signal(SIGUSR1)));
    delay(1);
    posix_kill(posix_getpid(), SIGUSR1);
    $child = pcntl_fork();
    if ($child === 0) {
        if ($way !== 'exit') {
            await(spawn(fn() => delay(1)));
        }
        exit(7);
    }
    // A child that hangs would stop the test for ever.
    for ($end = hrtime(true) + 20e9; pcntl_waitpid($child, $status, WNOHANG) === 0;) {
        if (hrtime(true) > $end) {
            posix_kill($child, SIGKILL);
            $end = INF;
        }
        delay(5);
    }
    echo $way, ': ', pcntl_wifexited($status) ? pcntl_wexitstatus($status) : 'killed', ', parent: ', await($waiter), "\n";
}
?>
--EXPECT--
exit: 7, parent: 10
end of a coroutine: 7, parent: 10
