--TEST--
asHiPriority() moves a queued coroutine to the front, returns it, and does nothing in other states (CO-11, D4)
--FILE--
<?php
use function Async\{spawn, suspend, delay};

$say = fn($x) => print("$x\n");
spawn($say, 'a');
spawn($say, 'b');
$c = spawn($say, 'c');
$d = spawn($say, 'd');
var_dump($d->asHiPriority() === $d, $d->asHiPriority() === $d);
$sleeper = spawn(function () { delay(1); echo "sleeper\n"; });
suspend();
var_dump($c->asHiPriority() === $c);
var_dump($sleeper->asHiPriority() === $sleeper);
Async\currentCoroutine()->asHiPriority();
echo "main\n";
?>
--EXPECT--
bool(true)
bool(true)
d
a
b
c
bool(true)
bool(true)
main
sleeper
