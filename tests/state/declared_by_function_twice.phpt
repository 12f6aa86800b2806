--TEST--
A class statement of a function that two coroutines run while it waits for an interface: a fatal error, as ever (D35)
--FILE--
<?php
use function Async\{await, delay, spawn, suspend};

spl_autoload_register(function ($class) {
    delay(1);
    eval("interface $class {}");
});
function declare_it(): void
{
    class Conditional implements Face {}
}
$first = spawn(declare_it(...));
suspend();
await(spawn(declare_it(...)));
await($first);
// schedules: none: a fatal error
?>
--EXPECTF--
Fatal error: Cannot %Adeclare class Conditional%a in %sdeclared_by_function_twice.php on line %d
