--TEST--
A forked child ends normally although the parent has used worker threads, during a job and after it (lifetime rules 1 and 12, P12)
--EXTENSIONS--
pcntl
--SKIPIF--
<?php if (getenv('ASYNC_TEST_TOOL') === 'asan') die('skip the leak checker wants to stop threads that a forked child does not have'); ?>
--FILE--
<?php
use function Async\{spawn, await, suspend};

function fork(): string
{
    $pid = pcntl_fork();
    if ($pid === 0) {
        exit(9);
    }
    pcntl_waitpid($pid, $status);
    return pcntl_wifexited($status) ? 'exit ' . pcntl_wexitstatus($status) : 'signal ' . pcntl_wtermsig($status);
}
$lookup = spawn(fn() => gethostbyname('name.invalid'));
echo await(spawn(function () { suspend(); return fork(); })), "\n";
await($lookup);
echo fork(), "\n";
echo await(spawn(fork(...))), "\n";
// A child that uses workers itself.
$pid = pcntl_fork();
if ($pid === 0) {
    gethostbyname('another.invalid');
    exit(8);
}
pcntl_waitpid($pid, $status);
var_dump($status === 8 << 8);
?>
--EXPECT--
exit 9
exit 9
exit 9
bool(true)
