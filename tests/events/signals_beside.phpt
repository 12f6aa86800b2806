--TEST--
signals() beside pcntl_signal() and signal(): each gets the signal; the disposition comes back with close() or release; in a forked child the watcher begins anew (D32, lifetime rule 12)
--EXTENSIONS--
posix
pcntl
--SKIPIF--
<?php
require __DIR__ . '/../inc/child.php';
skip_under_tools('they have handlers of their own for these signals');
?>
--FILE--
<?php
// schedules: none: without its signal it would wait for ever
require __DIR__ . '/../inc/child.php';
use function Async\{await, delay, signal, signals, spawn, timeout};

pcntl_async_signals(true);
pcntl_signal(SIGUSR1, fn() => print("pcntl\n"));
$signals = signals(SIGUSR1, SIGUSR2);
$once = signal(SIGUSR1);
posix_kill(getmypid(), SIGUSR1);
echo await($signals) === SIGUSR1 && await($once) === SIGUSR1 ? "all three\n" : "WRONG\n";
$signals->close();
posix_kill(getmypid(), SIGUSR1);
delay(1);

// In a child the parent's deliveries are not there, and new ones are.
$signals = signals(SIGUSR1);
posix_kill(getmypid(), SIGUSR1);
delay(1);
$pid = pcntl_fork();
if ($pid === 0) {
    try {
        await($signals, timeout(1));
        echo "WRONG: a signal of the parent\n";
    } catch (Async\AwaitCancelledException) {
        posix_kill(getmypid(), SIGUSR1);
        echo 'child ', await($signals) === SIGUSR1 ? 'got its own' : 'WRONG', "\n";
    }
    exit(3);
}
pcntl_waitpid($pid, $status);
echo 'status ', pcntl_wexitstatus($status), ', parent ', await($signals) === SIGUSR1 ? 'got its own' : 'WRONG', "\n";

// The default action is back after close(), after release and at the end of the watcher's coroutine.
$kill = 'posix_kill(getmypid(), SIGTERM); Async\delay(1); echo "goes on";';
foreach ([
    'open' => "\$s = Async\signals(SIGTERM, SIGINT); $kill",
    'closed' => "\$s = Async\signals(SIGTERM, SIGINT); \$s->close(); $kill",
    'released' => "Async\signals(SIGTERM); $kill",
    'refused' => "try { Async\signals(SIGTERM, SIGKILL); } catch (ValueError) {} $kill",
    'left loop' => "Async\await(Async\spawn(function () { foreach (Async\signals(SIGTERM) as \$s) break; }), Async\\timeout(1));",
    'scope' => "\$scope = new Async\Scope; \$scope->spawn(function () { foreach (Async\signals(SIGTERM) as \$s); }); Async\suspend(); \$scope->cancel(); Async\delay(1); unset(\$scope); $kill",
    'end of the program' => 'Async\spawn(function () { $s = Async\signals(SIGTERM); Async\suspend(); }); echo "ends";',
] as $title => $code) {
    [$output, $status] = run_php($code);
    echo "$title: ", strtok($output, "\n") ?: 'nothing', ", status $status\n";
}
?>
--EXPECTF--
pcntl
all three
pcntl
pcntl
pcntl
child got its own
status 3, parent got its own
open: goes on, status 0
closed: nothing, status 143
released: nothing, status 143
refused: nothing, status 143
left loop: %s
scope: nothing, status 143
end of the program: ends, status 0
