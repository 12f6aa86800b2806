--TEST--
Autoloaders of different coroutines overlap; a class that no other coroutine loads is "not found" as in stock PHP (D35, CO-04)
--FILE--
<?php
use function Async\{spawn, await, suspend};

spl_autoload_register(function ($class) {
    suspend();
    if ($class === 'Recursive') { var_dump(class_exists('Recursive')); }
    if ($class !== 'Missing') eval("class $class {}");
});
$cs = array_map(fn($n) => spawn(fn() => [$n, class_exists($n)]), ['A', 'B', 'Missing', 'Recursive']);
foreach ($cs as $c) echo json_encode(await($c)), "\n";
try { await(spawn(fn() => new Missing)); } catch (Error $e) { echo $e->getMessage(), "\n"; }
?>
--EXPECT--
bool(false)
["A",true]
["B",true]
["Missing",false]
["Recursive",true]
Class "Missing" not found
