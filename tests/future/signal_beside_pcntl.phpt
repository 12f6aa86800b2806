--TEST--
A pcntl_signal() handler is called too, once for each delivery, and stays in force (TM-07, D32)
--EXTENSIONS--
posix
pcntl
--FILE--
<?php
// schedules: none: without its signal it would wait for ever
use function Async\{signal, await, suspend};

pcntl_async_signals(true);
pcntl_signal(SIGUSR1, function (int $signo, $info) { echo 'handler ', $signo === SIGUSR1 && $info['signo'] === SIGUSR1 ? 'USR1' : '?', "\n"; });
$future = signal(SIGUSR1);
$other = signal(SIGUSR1);
posix_kill(getmypid(), SIGUSR1);
var_dump(await($future) === SIGUSR1, await($other) === SIGUSR1);
posix_kill(getmypid(), SIGUSR1);
var_dump(pcntl_signal_get_handler(SIGUSR1) instanceof Closure);
pcntl_signal(SIGUSR1, SIG_DFL);
$future = signal(SIGUSR1);
posix_kill(getmypid(), SIGUSR1);
var_dump(await($future) === SIGUSR1);
pcntl_async_signals(false);
pcntl_signal(SIGUSR1, function () { echo "dispatched\n"; });
$future = signal(SIGUSR1);
posix_kill(getmypid(), SIGUSR1);
await($future);
echo "now\n";
pcntl_signal_dispatch();
?>
--EXPECT--
handler USR1
bool(true)
bool(true)
handler USR1
bool(true)
bool(true)
now
dispatched
