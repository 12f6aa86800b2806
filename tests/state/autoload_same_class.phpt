--TEST--
Two coroutines need a class whose autoloader suspends: it is loaded once and found by both (D35, CO-04)
--FILE--
<?php
use function Async\{spawn, await, suspend, delay};

spl_autoload_register(function ($class) {
    echo "loading $class\n";
    delay(3);
    eval("class $class { const X = '$class constant'; static function f() { return __METHOD__; } }");
    suspend();
});
$cs = [
    spawn(fn() => Model::X),
    spawn(fn() => Model::f()),
    spawn(fn() => (new Model)::class),
    spawn(fn() => class_exists('Model')),
    spawn(fn() => is_a('Model', 'stdClass', true)),
];
foreach ($cs as $c) var_dump(await($c));
// schedules: any
?>
--EXPECT--
loading Model
string(14) "Model constant"
string(8) "Model::f"
string(5) "Model"
bool(true)
bool(false)
