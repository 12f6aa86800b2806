--TEST--
A callback registered on a completed coroutine is called in the next round, not inside the call (FN-08, D13)
--FILE--
<?php
use function Async\{spawn, await, suspend};

$c = spawn(fn() => 'r');
await($c);
$c->onFinally(function ($x) use ($c) { echo 'called ', var_export($x === $c, true), "\n"; });
$c->onFinally(fn() => print("second\n"));
echo "registered\n";
suspend();
echo "end\n";
?>
--EXPECT--
registered
called true
second
end
