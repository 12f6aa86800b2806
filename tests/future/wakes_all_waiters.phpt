--TEST--
A future wakes all its waiters in the order of their waits; each gets the same object (AW-17, AW-06)
--FILE--
<?php
// schedules: may deadlock
use Async\{Future, FutureState};
use function Async\{await, spawn, suspend};

$state = new FutureState;
$future = new Future($state);
foreach (['a', 'b', 'c'] as $name) {
    $waiters[] = spawn(function () use ($name, $future) {
        try {
            $future->await();
        } catch (Exception $e) {
            echo "$name: ", $e->getMessage(), "\n";
            return $e;
        }
    });
}
suspend();
$state->error(new Exception('for all'));
$got = array_map(fn($w) => await($w), $waiters);
var_dump($got[0] === $got[1], $got[1] === $got[2]);
?>
--EXPECT--
a: for all
b: for all
c: for all
bool(true)
bool(true)
