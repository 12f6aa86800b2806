--TEST--
Autoloading of a parent or interface suspends in two coroutines; a suspension while a class is linked (D35)
--FILE--
<?php
use function Async\{spawn, await, suspend, delay};

$loads = [];
spl_autoload_register(function ($class) use (&$loads) {
    $loads[$class] = ($loads[$class] ?? 0) + 1;
    delay(2);
    eval(match ($class) {
        'Base' => 'abstract class Base implements Marker { function who() { return static::class; } }',
        'Marker' => 'interface Marker {}',
        'One' => 'class One extends Base {}',
        'Two' => 'class Two extends Base {}',
    });
});
$a = spawn(fn() => (new One)->who());
$b = spawn(fn() => (new Two)->who());
$c = spawn(fn() => interface_exists('Marker'));
echo await($a), ' ', await($b), ' ', var_export(await($c), true), "\n";
ksort($loads);
echo json_encode($loads), "\n";
// schedules: any
?>
--EXPECT--
One Two true
{"Base":1,"Marker":1,"One":1,"Two":1}
