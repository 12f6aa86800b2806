--TEST--
A class that main began to load before the first async call is loaded once, too: others wait for it, or do not find it (D35, D33)
--FILE--
<?php
use function Async\{await, delay, spawn};

spl_autoload_register(function ($class) {
    echo "loading $class\n";
    if ($class === 'Outer') {
        // In the loader of another class, and before the first async call, too.
        class_exists('Inner');
    } elseif ($class === 'Inner') {
        foreach (['Inner', 'Outer'] as $name) {
            $GLOBALS['waiters'][] = spawn(fn() => class_exists($name));
        }
        delay(1);
        // A wait of the loader for a coroutine that needs the class.
        $GLOBALS['found'] = await(spawn(fn() => class_exists('Inner')));
    }
    eval("class $class {}");
});
var_dump(class_exists('Outer'), $found);
foreach ($waiters as $waiter) {
    var_dump(await($waiter));
}
?>
--EXPECT--
loading Outer
loading Inner
bool(true)
bool(false)
bool(true)
bool(true)
