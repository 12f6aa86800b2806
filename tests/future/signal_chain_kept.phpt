--TEST--
The chain of a signal's future runs also when the future itself has no handle (TM-07, AW-17, D32)
--EXTENSIONS--
posix
pcntl
--FILE--
<?php
// schedules: none: without its signal it would wait for ever
use function Async\{signal, await, suspend, delay};

$mapped = signal(SIGUSR1)->map(fn($n) => $n === SIGUSR1 ? 'mapped' : '?');
posix_kill(getmypid(), SIGUSR1);
var_dump(await($mapped));

signal(SIGUSR1)->map(function () { echo "called without a waiter\n"; });
gc_collect_cycles();
$other = signal(SIGUSR1);
posix_kill(getmypid(), SIGUSR1);
await($other);
suspend();
suspend();
echo "end\n";
?>
--EXPECT--
string(6) "mapped"
called without a waiter
end
