--TEST--
A callable in a local variable is not held when its class is loaded: the JIT frees its array without a look at the count
--FILE--
<?php
use function Async\{await, spawn, suspend};

spl_autoload_register(function ($class) {
    suspend();
    eval("class $class { static function __callStatic(\$name, \$arguments) { return strlen(\$name); } }");
});
function call(int $number): int
{
    $callable = ["Loaded$number", str_repeat('x', 1 << 20)];
    return $callable();
}
$before = memory_get_usage();
var_dump(await(spawn(call(...), 1)), memory_get_usage() - $before < 1 << 19);
$before = memory_get_usage();
// What others can write is held until the next class is loaded.
$shared = ['Loaded2', str_repeat('x', 1 << 20)];
var_dump(await(spawn(function () use (&$shared) { return $shared(); })));
unset($shared);
var_dump(memory_get_usage() - $before > 1 << 19);
?>
--EXPECT--
int(1048576)
bool(true)
int(1048576)
bool(true)
