--TEST--
One closure in several coroutines: local variables are separate, static variables are shared (CO-01)
--FILE--
<?php
use function Async\{spawn, await, suspend};

$counter = function ($name) {
    static $calls = 0;
    $mine = ++$calls;
    suspend();
    return "$name: $mine of $calls";
};
$coroutines = array_map(fn($n) => spawn($counter, $n), ['a', 'b', 'c']);
foreach ($coroutines as $coroutine) {
    echo await($coroutine), "\n";
}
?>
--EXPECT--
a: 1 of 3
b: 2 of 3
c: 3 of 3
