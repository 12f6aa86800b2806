--TEST--
Several futures of one signal and several waiters of one future: one delivery wakes all waiters (TM-07, D32)
--EXTENSIONS--
posix
pcntl
--FILE--
<?php
// schedules: none: without its signal it would wait for ever
use function Async\{signal, await, spawn, suspend};

$one = signal(SIGUSR1);
$two = signal(SIGUSR1);
$other = signal(SIGUSR2);
foreach (['a' => $one, 'b' => $one, 'c' => $two] as $name => $future) {
    $waiters[] = spawn(fn() => print("$name: " . (await($future) === SIGUSR1 ? 'USR1' : '?') . "\n"));
}
suspend();
posix_kill(getmypid(), SIGUSR1);
foreach ($waiters as $w) await($w);
var_dump($other->isCompleted());
?>
--EXPECT--
a: USR1
b: USR1
c: USR1
bool(false)
