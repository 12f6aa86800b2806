--TEST--
A class that another coroutine declares while its declaration waits for an interface: a fatal error, as ever (D35)
--FILE--
<?php
use function Async\{await, spawn, suspend};

spl_autoload_register(function ($class) {
    suspend();
    suspend();
    eval("interface $class {}");
});
$first = spawn(function () {
    eval('class Twice implements Face {}');
    echo "never printed\n";
});
$second = spawn(function () {
    eval('class Twice { const X = 1; }');
    echo Twice::X, "\n";
});
await($second);
await($first);
// schedules: none: a fatal error
?>
--EXPECTF--
1

Fatal error: Cannot declare class Twice, because the name is already in use in %s(%d) : eval()'d code on line 1
