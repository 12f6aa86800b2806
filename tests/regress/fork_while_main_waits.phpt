--TEST--
A child of pcntl_fork() in a coroutine ends, whatever main waits for: each reference to the loop is dropped once
--EXTENSIONS--
pcntl
--FILE--
<?php
use function Async\{spawn, await, delay, timeout};

/** The exit status of a child that a coroutine forks while main waits like this. */
function child_while(string $name, callable $wait): void
{
    $forker = spawn(function () use ($name) {
        $pid = pcntl_fork();
        if ($pid === 0) {
            delay(1);
            exit(7);
        }
        pcntl_waitpid($pid, $status);
        echo "$name: ", pcntl_wifexited($status) ? pcntl_wexitstatus($status) : 'signal ' . pcntl_wtermsig($status), "\n";
        return 'done';
    });
    $wait($forker);
    await($forker);
}

child_while('delay', fn() => delay(20));
child_while('usleep', fn() => usleep(20000));
child_while('await', fn($forker) => await($forker));
child_while('await with a time limit', fn($forker) => await($forker, timeout(100000)));
child_while('await of a timeout', fn() => await(timeout(20)) ?? 0);
child_while('one of two', fn($forker) => Async\awaitAnyOrFail([$forker, timeout(100000)]));
child_while('select', fn($forker) => Async\select([$forker, timeout(100000)]));
child_while('a process', function () { pclose(popen('exec sleep 0.02', 'r')); });
child_while('a stream', function () { [$a, $b] = stream_socket_pair(1, 1, 0); stream_set_timeout($a, 0, 20000); fgets($a); });
?>
--EXPECT--
delay: 7
usleep: 7
await: 7
await with a time limit: 7
await of a timeout: 7
one of two: 7
select: 7
a process: 7
a stream: 7
