--TEST--
The exception of one callback is an unhandled failure; the other callbacks still run (FN-09, D13)
--FILE--
<?php
use function Async\{spawn, await, suspend, delay};

$c = spawn(fn() => 'r');
$c->onFinally(fn() => print("first\n"));
$c->onFinally(fn() => throw new LogicException('from callback'));
$c->onFinally(fn() => print("third\n"));
var_dump(await($c));
try {
    delay(100000);
} finally {
    echo "main cancelled\n";
}
?>
--EXPECTF--
first
third
string(1) "r"
main cancelled

Fatal error: Uncaught LogicException: from callback in %s:%d
%A
