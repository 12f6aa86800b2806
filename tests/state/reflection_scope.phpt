--TEST--
Constant expressions, reflection and static initialisers that suspend through autoloading keep their scope (CO-04)
--FILE--
<?php
use function Async\{spawn, await, suspend};

spl_autoload_register(function ($c) { suspend(); eval("class $c { const V = '$c'; }"); suspend(); });
class A { private const OWN = 'own'; public $p = self::OWN . Late1::V; static $s = [self::OWN, Late2::V]; function f($x = Late3::V . self::OWN) { return $x; } }
$cs = [
    spawn(fn() => (new A)->p), spawn(fn() => A::$s), spawn(fn() => (new A)->f()),
    spawn(fn() => (new ReflectionMethod('A', 'f'))->getParameters()[0]->getDefaultValue()),
    spawn(function () { try { return A::OWN; } catch (Error $e) { return $e->getMessage(); } }),
];
foreach ($cs as $c) echo json_encode(await($c)), "\n";
// schedules: any
?>
--EXPECT--
"ownLate1"
["own","Late2"]
"Late3own"
"Late3own"
"Cannot access private constant A::OWN"
