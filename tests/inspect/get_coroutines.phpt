--TEST--
getCoroutines() gives every unfinished coroutine, main included, without service coroutines; always the same objects (TL-11)
--FILE--
<?php
use function Async\{spawn, suspend, delay, await, getCoroutines, currentCoroutine};

var_dump(getCoroutines() === [currentCoroutine()]);
$a = spawn(fn() => delay(100000));
$b = spawn(fn() => 1);
var_dump(getCoroutines() === [currentCoroutine(), $a, $b]);
$b->onFinally(function () { delay(5); echo count(getCoroutines()), " after main\n"; });
suspend();
var_dump(getCoroutines() === [currentCoroutine(), $a]);
$a->cancel();
suspend();
var_dump(count(getCoroutines()), array_is_list(getCoroutines()), Async\get_coroutines() === getCoroutines());
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
int(1)
bool(true)
bool(true)
0 after main
