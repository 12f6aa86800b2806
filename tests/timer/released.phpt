--TEST--
Timers are released with their wait or object: cancelled, lost, unset (P13, AW-11)
--FILE--
<?php
use function Async\{timeout, await, spawn, suspend, delay, stats};

delay(1);
$before = stats()['timers'];
for ($i = 0; $i < 100; $i++) {
    $t = timeout(100000);
    $c = spawn(fn() => delay(100000));
    await(spawn(fn() => 1), timeout(100000));
    suspend();
    $c->cancel();
}
suspend();
unset($t);
var_dump(stats()['timers'] - $before);
$keep = array_map(fn() => timeout(100000), range(1, 10));
var_dump(stats()['timers'] - $before);
unset($keep);
var_dump(stats()['timers'] - $before);
?>
--EXPECT--
int(0)
int(10)
int(0)
