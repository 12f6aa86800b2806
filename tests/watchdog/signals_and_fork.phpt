--TEST--
Signals reach the script as usual with the watchdog; a forked child has its own, the parent keeps its own (D32)
--INI--
async.max_activity_interval=20
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php if (getenv('ASYNC_TEST_TOOL') === 'asan') die('skip the leak checker wants to stop a thread that a forked child does not have'); ?>
--FILE--
<?php
use function Async\{spawn, await, suspend};

$warnings = 0;
set_error_handler(function (int $type, string $text) use (&$warnings) { return (bool) ++$warnings; });
function busy(): string
{
    global $warnings;
    // A slow machine can get a warning before the count begins: there is one warning for each activity.
    for ($tries = 0, $warnings = 0; !$warnings && $tries < 30; $tries++) {
        suspend();
        $warnings = 0;
        for ($end = hrtime(true) + 1e9; !$warnings && hrtime(true) < $end;);
    }
    return $warnings === 1 ? 'warned' : 'quiet';
}

pcntl_async_signals(true);
$got = 0;
pcntl_signal(SIGALRM, function () use (&$got) { $got++; });
spawn(fn() => 1);
echo busy(), "\n";
// To the process, not to a thread: the helper must not receive it.
for ($i = 1; $i <= 50; $i++) {
    posix_kill(getmypid(), SIGALRM);
    for ($end = hrtime(true) + 30e9; $got < $i && hrtime(true) < $end;);
}
var_dump($got);
$child = pcntl_fork();
if ($child === 0) {
    echo 'child ', busy(), "\n";
    // The watchdog is restarted by hand; other tests cover coroutines in a forked child.
    ini_set('async.max_activity_interval', 0);
    ini_set('async.max_activity_interval', 20);
    echo 'child ', busy(), "\n";
    exit(8);
}
pcntl_waitpid($child, $status);
var_dump(pcntl_wexitstatus($status));
$child = pcntl_fork();
if ($child === 0) {
    exit(7);
}
pcntl_waitpid($child, $status);
var_dump(pcntl_wexitstatus($status));
echo busy(), "\n";
?>
--EXPECT--
warned
int(50)
child warned
child warned
int(8)
int(7)
warned
