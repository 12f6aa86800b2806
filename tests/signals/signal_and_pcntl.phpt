--TEST--
Async\signal() and pcntl_signal() stand side by side: both orders, each kind of handler, given back in both orders (D32)
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
// schedules: none: without its signal it would wait for ever
use function Async\{await, delay, signal, spawn};
require __DIR__ . '/../inc/child.php';

const SIGNALS = ['one of those that PHP defers' => SIGUSR1, 'one that it does not' => SIGWINCH];

/** What the kernel does with the signal: SigCgt, SigIgn of /proc/self/status. */
function handled(int $signal): string
{
    $status = file_get_contents('/proc/self/status');
    foreach (['SigCgt' => 'caught', 'SigIgn' => 'ignored'] as $set => $word) {
        preg_match("~^$set:\s*([0-9a-f]+)~m", $status, $found);
        if (hexdec(substr($found[1], -8)) & (1 << ($signal - 1))) {
            return $word;
        }
    }
    return 'default';
}
/** Send the signal; returns what has met it. */
function send(int $signal, ?Async\Future $future, array &$log): string
{
    posix_kill(posix_getpid(), $signal);
    if ($future) {
        $log[] = await($future) === $signal ? 'future' : 'WRONG';
    }
    pcntl_signal_dispatch();
    $met = $log ? implode(', ', $log) : 'nothing';
    $log = [];
    return $met;
}

foreach ([true, false] as $async) {
    pcntl_async_signals($async);
    foreach (SIGNALS as $kind => $signal) {
        echo '-- ', $async ? 'asynchronous, ' : 'with dispatch, ', $kind, "\n";
        $log = [];
        $first = function (int $number, array $info) use (&$log) { $log[] = ($info['pid'] ?? getmypid()) === getmypid() ? 'first' : 'WRONG'; };
        $second = function () use (&$log) { $log[] = 'second'; };

        // The future first.
        $future = signal($signal);
        pcntl_signal($signal, $first);
        echo 'future, then handler: ', send($signal, $future, $log), "\n";
        echo 'the future is gone: ', send($signal, null, $log), "\n";
        // The handler first, and another one while the future waits.
        $future = signal($signal);
        $other = signal($signal);
        pcntl_signal($signal, $second);
        var_dump(pcntl_signal_get_handler($signal) === $second);
        $other->cancel();
        echo 'handler, then future, then handler: ', send($signal, $future, $log), "\n";
        echo 'the future is gone: ', send($signal, null, $log), "\n";
        // No handler any more, while the future waits.
        $future = signal($signal);
        pcntl_signal($signal, SIG_DFL);
        echo 'default: ', send($signal, $future, $log), "\n";
        $future = signal($signal);
        pcntl_signal($signal, SIG_IGN);
        var_dump(pcntl_signal_get_handler($signal) === SIG_IGN);
        echo 'ignored: ', send($signal, $future, $log), ', then ', handled($signal), ': ', send($signal, null, $log), "\n";
        $future = signal($signal);
        pcntl_signal($signal, $first);
        pcntl_signal($signal, $second, false);
        pcntl_signal($signal, $first);
        unset($future);
        echo 'the future is dropped: ', send($signal, null, $log), "\n";
        // Given back in the other order: the handler goes first.
        $future = signal($signal);
        pcntl_signal($signal, SIG_DFL);
        unset($future);
        echo 'both are gone: ', $signal === SIGWINCH ? send($signal, null, $log) : 'its default would end the process', "\n";
        // A signal that is blocked meanwhile.
        $future = signal($signal);
        pcntl_sigprocmask(SIG_BLOCK, [$signal]);
        posix_kill(posix_getpid(), $signal);
        pcntl_signal($signal, $first);
        pcntl_sigprocmask(SIG_UNBLOCK, [$signal]);
        $log[] = await($future) === $signal ? 'future' : 'WRONG';
        pcntl_signal_dispatch();
        sort($log);
        echo 'pending while the handler is set: ', implode(', ', $log), "\n";
        pcntl_signal($signal, SIG_DFL);
    }
}

// A handler runs although no coroutine gives up control; a wait is ended although a future waits for the signal, too.
pcntl_async_signals(true);
$future = signal(SIGUSR1);
$stop = false;
pcntl_signal(SIGUSR1, function () use (&$stop) { $stop = true; });
posix_kill(posix_getpid(), SIGUSR1);
for ($start = microtime(true); !$stop && microtime(true) - $start < 20;);
echo $stop ? "in the middle of a loop\n" : "not in the loop\n";
await($future);
foreach ([true, false] as $restart) {
    $future = signal(SIGUSR1);
    pcntl_signal(SIGUSR1, fn() => 0, $restart);
    // It runs when this coroutine sleeps.
    $killer = spawn(fn() => exec('kill -USR1 ' . getmypid()));
    echo 'sleep: ', sleep(20) > 0 ? 'ended' : 'not ended';
    echo ', future: ', await($future), "\n";
    await($killer); // pcntl_wait() below must not see its process
}
pcntl_signal(SIGUSR1, SIG_DFL);

// SIGCHLD, which the extension itself watches.
$ends = 0;
pcntl_signal(SIGCHLD, function () use (&$ends) { $ends++; });
$child = pcntl_fork();
if ($child === 0) {
    usleep(50000);
    posix_kill(posix_getpid(), SIGKILL);
}
var_dump(await(spawn(fn() => pcntl_wait($status))) === $child, $ends);

// A forked child: its handler stays, the future of its parent does not.
show_php('fork', '$future = Async\signal(SIGUSR1); pcntl_async_signals(true); pcntl_signal(SIGUSR1, function () { echo "handler in the ", getmypid() === $GLOBALS["parent"] ? "parent" : "child", "\n"; });
    $parent = getmypid();
    if (($pid = pcntl_fork()) === 0) { posix_kill(posix_getpid(), SIGUSR1); Async\delay(1); echo json_encode($future->isCompleted()), "\n"; exit; }
    pcntl_waitpid($pid, $status); posix_kill(posix_getpid(), SIGUSR1); echo Async\await($future) === SIGUSR1 ? "future in the parent\n" : "";');
// A worker that ends by a future, beside a library that installs handlers.
show_php('worker', 'use function Async\{spawn, await, delay, signal};
    spawn(function () { await(signal(SIGTERM)); echo "graceful end\n"; exit(0); });
    spawn(function () { delay(5); pcntl_async_signals(true); pcntl_signal(SIGTERM, function () { echo "library\n"; }); delay(5); posix_kill(posix_getpid(), SIGTERM); });
    spawn(function () { while (true) delay(100); });');
?>
--EXPECT--
-- asynchronous, one of those that PHP defers
future, then handler: first, future
the future is gone: first
bool(true)
handler, then future, then handler: second, future
the future is gone: second
default: future
bool(true)
ignored: future, then ignored: nothing
the future is dropped: first
both are gone: its default would end the process
pending while the handler is set: first, future
-- asynchronous, one that it does not
future, then handler: first, future
the future is gone: first
bool(true)
handler, then future, then handler: second, future
the future is gone: second
default: future
bool(true)
ignored: future, then ignored: nothing
the future is dropped: first
both are gone: nothing
pending while the handler is set: first, future
-- with dispatch, one of those that PHP defers
future, then handler: future, first
the future is gone: first
bool(true)
handler, then future, then handler: future, second
the future is gone: second
default: future
bool(true)
ignored: future, then ignored: nothing
the future is dropped: first
both are gone: its default would end the process
pending while the handler is set: first, future
-- with dispatch, one that it does not
future, then handler: future, first
the future is gone: first
bool(true)
handler, then future, then handler: future, second
the future is gone: second
default: future
bool(true)
ignored: future, then ignored: nothing
the future is dropped: first
both are gone: nothing
pending while the handler is set: first, future
in the middle of a loop
sleep: ended, future: 10
sleep: ended, future: 10
bool(true)
int(1)
-- fork
handler in the child
false
handler in the parent
future in the parent
status 0
-- worker
library
graceful end
status 0
