--TEST--
signal() gives a future with the signal's number at its next delivery (TM-07, D32)
--EXTENSIONS--
posix
pcntl
--FILE--
<?php
// schedules: none: without its signal it would wait for ever
use function Async\{signal, await, spawn, delay, suspend};

$future = signal(SIGUSR1);
var_dump($future instanceof Async\Future, $future->isCompleted());
posix_kill(getmypid(), SIGUSR1);
var_dump(await($future) === SIGUSR1, await($future) === SIGUSR1);
var_dump(signal(SIGUSR1)->isCompleted());
?>
--EXPECT--
bool(true)
bool(false)
bool(true)
bool(true)
bool(false)
