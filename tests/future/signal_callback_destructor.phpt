--TEST--
A chain that is released at the delivery of a signal can suspend in a destructor (TM-07, AW-17)
--EXTENSIONS--
posix
pcntl
--FILE--
<?php
// schedules: none: without its signal it would wait for ever
use function Async\{signal, await, suspend, delay};

class Suspends {
    public function __destruct() {
        delay(1);
        echo "destructor is done\n";
    }
}
$probe = new Suspends;
$future = signal(SIGUSR1)->catch(function () use ($probe) {})->map(fn($n) => $n === SIGUSR1);
unset($probe);
posix_kill(getmypid(), SIGUSR1);
var_dump(await($future));
?>
--EXPECT--
destructor is done
bool(true)
