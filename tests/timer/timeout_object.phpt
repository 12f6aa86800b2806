--TEST--
A Timeout fires once and can be awaited any number of times; its result is NULL; its state before and after (TM-04, TM-05, D24, AW-06)
--FILE--
<?php
use function Async\{await, timeout, delay, spawn};

$t = timeout(3);
var_dump($t instanceof Async\Timeout, $t instanceof Async\Completable, $t->isCompleted(), $t->isCancelled());
$waiters = [spawn(fn() => await($t)), spawn(fn() => await($t))];
var_dump(await($t), $t->isCompleted(), $t->isCancelled());
var_dump(await($t), await($waiters[0]), await($waiters[1]));
$t->cancel();
var_dump($t->isCancelled(), await($t));
// It counts from its construction, not from the await: a shorter limit that begins later comes too late.
$t = new Async\Timeout(15);
delay(20);
var_dump(await($t, timeout(10)));
// schedules: any
?>
--EXPECT--
bool(true)
bool(true)
bool(false)
bool(false)
NULL
bool(true)
bool(false)
NULL
NULL
NULL
bool(false)
NULL
NULL
