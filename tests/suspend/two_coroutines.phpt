--TEST--
suspend() gives control to the next coroutine; it takes no arguments and returns nothing (SU-01, SU-02, SU-04, CO-03)
--FILE--
<?php
use function Async\{spawn, suspend};

function example(string $name): void {
    echo "Hello from $name\n";
    suspend();
    echo "Goodbye from $name\n";
}
spawn('example', 'A');
spawn('example', 'B');
var_dump(suspend());
var_dump(suspend());
try { suspend(1); } catch (ArgumentCountError $e) { echo $e->getMessage(), "\n"; }
?>
--EXPECT--
Hello from A
Hello from B
NULL
Goodbye from A
Goodbye from B
NULL
Async\suspend() expects exactly 0 arguments, 1 given
