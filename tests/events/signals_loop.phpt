--TEST--
signals() gives each delivery in order, also those that come between two steps of the loop; a flood of one signal is one; close() ends the loop (D32, TM-07)
--EXTENSIONS--
posix
pcntl
--FILE--
<?php
// schedules: none: without its signal it would wait for ever
use function Async\{await, delay, select, signals, spawn, suspend, timeout};

enum Stop: int { case Term = SIGTERM; }
function send(int ...$signals): void
{
    foreach ($signals as $signal) posix_kill(getmypid(), $signal);
}
/* Until what was sent has come: on a slow machine a delay may end in a turn before the one that takes the signal. */
function settle(): void
{
    for ($i = 0; $i < 5; $i++) delay(1);
}
$names = [SIGUSR1 => 'USR1', SIGUSR2 => 'USR2', SIGTERM => 'TERM', SIGHUP => 'HUP'];

$signals = signals(SIGUSR1, SIGUSR2, Stop::Term, SIGUSR1);
var_dump($signals instanceof Async\SignalWatcher, $signals->isClosed());
$steps = 0;
send(SIGUSR2);
foreach ($signals as $key => $signal) {
    echo "$key: $names[$signal]\n";
    switch ($steps++) {
        case 0:
            // While the loop is busy, and nothing waits: they come one after the other, each once.
            send(SIGTERM);
            settle();
            for ($i = 0; $i < 1000; $i++) send(SIGUSR1);
            settle();
            send(SIGTERM, SIGUSR1);
            settle();
            break;
        case 2:
            spawn(fn() => send(SIGUSR1));
            break;
        case 3:
            send(SIGUSR2);
            settle();
            $signals->close();
            $signals->close();
    }
}
var_dump($signals->isClosed());
try { await($signals); } catch (Async\AsyncException $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
foreach ($signals as $signal) echo "WRONG\n";

// As an awaitable: with a token, in select(), as a token.
$signals = signals(SIGHUP);
try { await($signals, timeout(1)); } catch (Async\AwaitCancelledException) { echo "limited\n"; }
spawn(fn() => send(SIGHUP));
[$which, $value] = select(['signal' => $signals, 'time' => timeout(60000)]);
echo "$which $names[$value]\n";
spawn(fn() => send(SIGHUP));
try { await(timeout(60000), $signals); } catch (Async\AwaitCancelledException) { echo "ended by a signal\n"; }
echo 'still there: ', $names[await($signals)], "\n";

// Several waiters: each delivery goes to one of them; the others are ended by close().
$taken = 0;
for ($i = 0; $i < 3; $i++) {
    $waiters[] = spawn(function () use ($signals, &$taken) {
        try { await($signals); $taken++; } catch (Async\AsyncException) { return 'closed'; }
    });
}
suspend();
send(SIGHUP);
settle();
echo "$taken taken\n";
// The cancelled waiter takes nothing with it.
send(SIGHUP);
foreach ($waiters as $waiter) { $waiter->isCompleted() || $waiter->cancel(); break; }
$waiters[1]->cancel();
$waiters[2]->cancel();
settle();
echo $taken === 1 ? 'kept: ' . $names[await($signals, timeout(60000))] : 'taken before', "\n";
$last = spawn(function () use ($signals) { foreach ($signals as $signal) echo "WRONG\n"; return 'left the loop'; });
suspend();
$signals->close();
echo await($last), "\n";

foreach ([[], [0], [SIGKILL], [SIGUSR1, SIGSTOP], [SIGUSR1, 'x'], [1000]] as $wrong) {
    try {
        signals(...$wrong);
        echo "WRONG\n";
    } catch (Error $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
try { foreach (signals(SIGUSR1) as &$signal); } catch (Error $e) { echo $e->getMessage(), "\n"; }
try { new Async\SignalWatcher; } catch (Error $e) { echo $e->getMessage(), "\n"; }
?>
--EXPECTF--
bool(true)
bool(false)
0: USR2
1: TERM
2: USR1
3: USR1
bool(true)
Async\AsyncException: The watcher is closed
limited
signal HUP
ended by a signal
still there: HUP
1 taken
kept: HUP
left the loop
ArgumentCountError: Async\signals() expects at least 1 argument, 0 given
ValueError: Async\signals(): Argument #1 must be the number of a signal, from 1 to %d
ValueError: Async\signals(): Argument #1 must be a signal that can be caught
ValueError: Async\signals(): Argument #2 must be a signal that can be caught
TypeError: Async\signals(): Argument #2 must be of type BackedEnum|int, string given
ValueError: Async\signals(): Argument #1 must be the number of a signal, from 1 to %d
An iterator cannot be used with foreach by reference
Call to private Async\SignalWatcher::__construct() from global scope
