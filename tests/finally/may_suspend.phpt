--TEST--
Callbacks run in their own coroutine: they can wait, spawn and register more; they do not delay the awaiter (D13)
--FILE--
<?php
use function Async\{spawn, await, suspend, delay, currentCoroutine};

$c = spawn(fn() => 'r');
$c->onFinally(function ($c) {
    var_dump(currentCoroutine() !== $c);
    delay(3);
    echo "slow callback ", await($c), "\n";
    $c->onFinally(fn() => print("registered in a callback\n"));
    spawn(fn() => print("spawned in a callback\n"));
});
$c->onFinally(fn() => print("after the slow one\n"));
echo await($c), "\n";
echo "main ends\n";
?>
--EXPECT--
bool(true)
r
main ends
slow callback r
after the slow one
registered in a callback
spawned in a callback
