--TEST--
A future is constructed once; its state can have several futures (AW-17)
--FILE--
<?php
// schedules: any
use Async\{Future, FutureState, AsyncException};

$state = new FutureState;
$future = new Future($state);
try {
    $future->__construct(new FutureState);
} catch (AsyncException $e) {
    echo $e->getMessage(), "\n";
}
foreach ([fn() => clone $future, fn() => clone $state, fn() => serialize($future), fn() => $future->x = 1] as $wrong) {
    try {
        $wrong();
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
$state->complete('shared');
var_dump((new Future($state))->await());
?>
--EXPECT--
Async\Future is constructed once
Error: Trying to clone an uncloneable object of class Async\Future
Error: Trying to clone an uncloneable object of class Async\FutureState
Exception: Serialization of 'Async\Future' is not allowed
Error: Cannot create dynamic property Async\Future::$x
string(6) "shared"
