--TEST--
Completion callbacks run also when the coroutine was cancelled before its start (FN-03, CN-01, D13)
--FILE--
<?php
use function Async\{spawn, suspend};

$c = spawn(fn() => print("never\n"));
$c->onFinally(function ($x) use ($c) {
    var_dump($x === $c, $x->isCancelled(), $x->isStarted());
});
$c->cancel();
echo "cancelled\n";
suspend();
suspend();
echo "end\n";
?>
--EXPECT--
cancelled
bool(true)
bool(true)
bool(false)
end
