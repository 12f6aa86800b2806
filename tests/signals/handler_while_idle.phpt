--TEST--
Handlers of pcntl_signal() run while the loop sleeps: they can wake, spawn, cancel, throw (D32, D21)
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
use Async\{Future, FutureState};
use function Async\{spawn, await, delay, currentCoroutine};
require __DIR__ . '/../inc/child.php';

/** Send a signal from another process, a little later. */
function later(int $signal = SIGUSR1): void
{
    exec('(sleep 0.1; kill -' . $signal . ' ' . getmypid() . ') >/dev/null 2>&1 &');
}

// Four times as long as a signal takes: a slow processor, or a tool, slows the shell down, too.
$began = hrtime(true);
exec('(sleep 0.1; kill -0 ' . getmypid() . ') >/dev/null 2>&1');
$ms = max(getenv('ASYNC_TEST_TOOL') ? 8000 : 400, (int) ((hrtime(true) - $began) / 1e6 * 4));
pcntl_async_signals(true);
$state = new FutureState;
pcntl_signal(SIGUSR1, function (int $signal) use ($state) {
    echo 'handler of ', $signal === SIGUSR1 ? 'SIGUSR1' : $signal, "\n";
    $state->complete('woken');
});
// Nothing else could wake it: this is idle, not a deadlock.
later();
echo await(new Future($state)), "\n";

// With a timer, a socket.
pcntl_signal(SIGUSR1, fn() => print("handler\n"));
$start = hrtime(true);
later();
delay($ms);
echo (hrtime(true) - $start) / 1e6 >= $ms ? "slept\n" : "too short\n";
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
pcntl_signal(SIGUSR1, fn() => fwrite($b, "written by the handler\n"));
later();
echo fgets($a);

// A handler that suspends, and one that cancels.
$sleeper = spawn(function () { try { delay(600000); } finally { echo "cleanup\n"; } });
pcntl_signal(SIGUSR1, function () use ($sleeper) { delay(1); $sleeper->cancel(); });
later();
try { await($sleeper); } catch (Async\AsyncCancellation) { echo "cancelled\n"; }

// An exception of the handler ends the application like any exception without an awaiter.
show_php('throws', 'pcntl_async_signals(true); pcntl_signal(SIGUSR1, fn() => throw new Exception("from the handler")); exec("(sleep 0.1; kill -10 " . getmypid() . ") >/dev/null 2>&1 &"); try { Async\delay(100000); } finally { echo "cleanup\n"; }');
// Without async signals no handler runs by itself, as in stock PHP.
show_php('not asynchronous', 'pcntl_signal(SIGUSR1, fn() => print("handler\n")); exec("(sleep 0.1; kill -10 " . getmypid() . ") >/dev/null 2>&1 &"); Async\delay(' . $ms . '); echo "slept\n"; pcntl_signal_dispatch();');
?>
--EXPECTF--
handler of SIGUSR1
woken
handler
slept
written by the handler
cleanup
cancelled
-- throws
cleanup

Fatal error: Uncaught Exception: from the handler in Standard input code:1
Stack trace:
#0 [internal function]: {closure%S}(10, Array)
#1 {main}
  thrown in Standard input code on line 1
status 255
-- not asynchronous
slept
handler
status 0
