--TEST--
Classes that are compiled early and declared later, by any isolation, with every source of statics: each isolation has its own (I4, I5)
--FILE--
<?php
use Async\Scope;
use function Async\{await, suspend};

abstract class Root { static $root = 0; abstract static function f(); static function inherited() { static $r = 0; return ++$r; } }
interface Face {}
trait Properties { static $n = 0; static function f() { return -1; } }
trait Variables { static function f() { static $i = 0; return ++$i; } }
$bodies = [
    'properties' => '{ static $n = 0; static function f() { return -1; } }',
    'variables' => '{ const n = 0; static function f() { static $i = 0; return ++$i; } }',
    'both' => '{ static $n = 0; static function f() { static $i = 0; return ++$i; } }',
    'trait properties' => '{ use Properties; }', 'trait variables' => '{ use Variables; }', 'traits' => '{ use Variables; static $n = 0; }',
    'nested trait' => '{ use Nested; }', 'none' => '{ static function f() { return -1; } }',
    'destructor' => '{ public $me; static function f() { return -1; } function __destruct() { ($GLOBALS["report"])(Root::$root); } }',
    'typed' => '{ static int $n = 0; static function f() { return -1; } }', 'expression' => '{ static $n = PHP_INT_SIZE - PHP_INT_SIZE; static function f() { return -1; } }',
];
trait Nested { use Properties; }
$heads = ['plain' => '', 'extends' => ' extends Root', 'implements' => ' implements Face', 'both' => ' extends Root implements Face'];
$code = ''; $names = [];
foreach ($heads as $head => $text) foreach ($bodies as $body => $members) {
    $name = 'C' . count($names); $names[$name] = "$head, $body";
    $code .= "if (\$name === '$name') { class $name$text $members }\n";
}
$declare = eval("return function (string \$name) { $code };");
$scopes = [Scope::isolated(), Scope::isolated(), Scope::isolated()];
$in = fn($scope, $do) => $scope ? await($scope->spawn($do)) : $do();
$look = function () use (&$scopes, $in) { foreach ($scopes as $scope) $in($scope, fn() => suspend()); };
$look();
$probe = function (string $class) {
    $seen = [property_exists($class, 'n') ? $class::$n++ : '-', $class::f(), is_a($class, 'Root', true) ? $class::$root++ . $class::inherited() : '-'];
    suspend();
    return implode(' ', $seen);
};
$wrong = 0;
foreach (array_keys($names) as $i => $name) {
    $in([null, ...$scopes][$i % 4], fn() => $declare($name));
    $look();
    $expected = null;
    foreach ([...$scopes, null] as $scope) {
        foreach ([0, 1] as $round) $found[$round] = $in($scope, fn() => $probe($name));
        $found[0] = preg_replace('/ \d+$/', ' r', $found[0]); $found[1] = preg_replace('/ \d+$/', ' r', $found[1]);
        $expected ??= $found;
        if ($found !== $expected || !str_starts_with($found[0], property_exists($name, 'n') ? '0' : '-')) { $wrong++; echo "$names[$name]: ", json_encode([$expected, $found]), "\n"; }
    }
}
echo count($names), " classes, $wrong wrong, ", implode(' ', array_map(fn($s) => $in($s, fn() => Root::$root), [...$scopes, null])), "\n";
// The first destructor of the process is one of a class that was compiled early.
$report = function ($root) { echo "destructor: $root\n"; };
foreach (array_keys($names, 'extends, destructor') as $name) {
    $scope = Scope::isolated();
    await($scope->spawn(function () use ($name) { Root::$root = 'own'; $o = new $name; $o->me = $o; $GLOBALS['kept'] = $o; }));
    $scope->dispose(); $scope = null;
    suspend(); suspend();
}
?>
--EXPECT--
44 classes, 0 wrong, 44 44 44 44
destructor: own
