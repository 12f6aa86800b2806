--TEST--
Wrong arguments fail in the coroutine as in a call: too few, unknown name, wrong type (SP-02, AW-04)
--FILE--
<?php
use function Async\{spawn, await};

function need(int $a, int $b) {}

foreach ([
    fn() => spawn('need', 1),
    fn() => spawn('need', 1, c: 3, b: 2),
    fn() => spawn('need', 'x', 2),
    fn() => spawn('strlen'),
    fn() => spawn('need', 1, a: 2),
] as $make) {
    $coroutine = $make();
    try {
        await($coroutine);
        echo "no exception\n";
    } catch (Error $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
?>
--EXPECTF--
ArgumentCountError: Too few arguments to function need(), 1 passed and exactly 2 expected
Error: Unknown named parameter $c
TypeError: need(): Argument #1 ($a) must be of type int, string given%S
ArgumentCountError: strlen() expects exactly 1 argument, 0 given
Error: Named parameter $a overwrites previous argument
