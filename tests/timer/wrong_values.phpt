--TEST--
Negative delays and timeouts below 1 throw a ValueError in PHP's wording (D24, TM-08, "Bad input")
--INI--
error_reporting=E_ALL
--FILE--
<?php
use function Async\{delay, timeout};

foreach ([fn() => delay(-1), fn() => Async\sleep(-5), fn() => Async\Scope\delay(PHP_INT_MIN), fn() => timeout(0), fn() => timeout(-1),
    fn() => new Async\Timeout(0), fn() => new Async\Timeout(PHP_INT_MIN), fn() => delay('x'), fn() => delay(), fn() => new Async\Timeout(), fn() => timeout(1.5)] as $f) {
    try {
        $f();
        echo "accepted\n";
    } catch (Error $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
?>
--EXPECTF--
ValueError: Async\delay(): Argument #1 ($ms) must be greater than or equal to 0
ValueError: Async\sleep(): Argument #1 ($ms) must be greater than or equal to 0
ValueError: Async\Scope\delay(): Argument #1 ($ms) must be greater than or equal to 0
ValueError: Async\timeout(): Argument #1 ($ms) must be greater than 0
ValueError: Async\timeout(): Argument #1 ($ms) must be greater than 0
ValueError: Async\Timeout::__construct(): Argument #1 ($ms) must be greater than 0
ValueError: Async\Timeout::__construct(): Argument #1 ($ms) must be greater than 0
TypeError: Async\delay(): Argument #1 ($ms) must be of type int, string given
ArgumentCountError: Async\delay() expects exactly 1 argument, 0 given
ArgumentCountError: Async\Timeout::__construct() expects exactly 1 argument, 0 given

Deprecated: Implicit conversion from float 1.5 to int loses precision in %s on line %d
accepted
