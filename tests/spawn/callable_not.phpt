--TEST--
spawn() refuses a value that is not callable with PHP's own TypeError and makes no coroutine (quality "Bad input", P9)
--FILE--
<?php
use function Async\{spawn, getCoroutines};

class C {
    private function hidden() {}
}

foreach ([42, null, 'no_such_function', [new C, 'hidden'], ['C', 'missing'], 'C::missing', [], new stdClass, 'NoClass::f'] as $task) {
    try {
        spawn($task);
        echo "accepted\n";
    } catch (TypeError $e) {
        echo $e->getMessage(), "\n";
    }
}
try {
    spawn();
} catch (ArgumentCountError $e) {
    echo $e->getMessage(), "\n";
}
echo count(getCoroutines()), " coroutine: the main one\n";
?>
--EXPECT--
Async\spawn(): Argument #1 ($task) must be a valid callback, no array or string given
Async\spawn(): Argument #1 ($task) must be a valid callback, no array or string given
Async\spawn(): Argument #1 ($task) must be a valid callback, function "no_such_function" not found or invalid function name
Async\spawn(): Argument #1 ($task) must be a valid callback, cannot access private method C::hidden()
Async\spawn(): Argument #1 ($task) must be a valid callback, class C does not have a method "missing"
Async\spawn(): Argument #1 ($task) must be a valid callback, class C does not have a method "missing"
Async\spawn(): Argument #1 ($task) must be a valid callback, array callback must have exactly two members
Async\spawn(): Argument #1 ($task) must be a valid callback, no array or string given
Async\spawn(): Argument #1 ($task) must be a valid callback, class "NoClass" not found
Async\spawn() expects at least 1 argument, 0 given
1 coroutine: the main one
