--TEST--
A handler of pcntl_signal() is called as well, and stays in force (TM-07, D32)
--EXTENSIONS--
posix
pcntl
--FILE--
<?php
// schedules: none: without its signal it would wait for ever
use function Async\{signal, await};

pcntl_async_signals(true);
pcntl_signal(SIGUSR1, function () { echo "handler\n"; });
$future = signal(SIGUSR1);
posix_kill(getmypid(), SIGUSR1);
var_dump(await($future) === SIGUSR1);
posix_kill(getmypid(), SIGUSR1);
var_dump(pcntl_signal_get_handler(SIGUSR1) instanceof Closure);
?>
--EXPECT--
bool(true)
handler
bool(true)
