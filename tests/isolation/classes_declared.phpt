--TEST--
Classes and functions that are declared by one isolation are there for all, each with its own statics from the defaults (I4)
--FILE--
<?php
use Async\Scope;
use function Async\{await, delay, suspend};

$one = Scope::isolated(); $two = Scope::isolated(); $three = Scope::isolated();
$in = fn(Scope $scope, Closure $do) => await($scope->spawn($do));
$probe = fn(string $class) => function () use ($class) { $old = $class::$n; $class::$n++; suspend(); return $old . $class::$n . $class::f(); };
$all = function (string $class) use ($in, &$one, &$two, $probe) {
    // main counts from what it has
    return implode(' ', [$in($one, $probe($class)), $probe($class)(), $in($two, $probe($class)), $in($one, $probe($class)), $probe($class)()]);
};
$body = '{ static $n = 0; static function f() { static $i = 0; return ++$i; } }';
$in($one, fn() => eval("class Evaluated $body"));
echo $all('Evaluated'), "\n";
$in($one, function () { if (true) { class Conditional { static $n = 0; static function f() { static $i = 0; return ++$i; } } function conditional() { static $i = 0; return ++$i; } } });
echo $all('Conditional'), ' ', conditional(), $in($two, fn() => conditional()), conditional(), "\n";
$name = $in($one, fn() => get_class(new class { static $n = 0; static function f() { static $i = 0; return ++$i; } }));
echo $all($name), "\n";
$in($two, fn() => class_alias('Evaluated', 'Alias'));
echo $in($one, fn() => Alias::$n . Alias::f()), Alias::$n, "\n";
// Declared in the middle of the autoload of another class.
spl_autoload_register(function ($class) use ($body) {
    if ($class === 'Missing') return;
    delay(1);
    $parent = match ($class) { 'Loaded' => ' extends LoadedParent', 'LoadedParent' => ' extends LoadedRoot', default => '' };
    eval("class $class$parent " . ($class === 'Loaded' ? '{ static $own = 0; }' : $body));
});
$jobs = [];
foreach ([$one, $two, $three] as $scope) $jobs[] = $scope->spawn($probe('Loaded'));
foreach ($jobs as $job) echo await($job), ' ';
echo $probe('Loaded')(), ' ', $all('Loaded'), ' ', LoadedRoot::$n, LoadedParent::$n, "\n";
// Links that fail, are tried again, and succeed.
for ($i = 0; $i < 3; $i++) {
    try { $in([$one, $two, $three][$i], fn() => eval('class Unlinked extends Missing { static $n = 0; static function f() { static $i = 0; return ++$i; } }')); } catch (Error $e) { echo $e->getMessage(), "\n"; }
    eval("class Between$i $body function between$i() { static \$i = 0; return ++\$i; }");
    suspend();
}
eval("class Missing { static \$m = 'm'; }");
$in($three, fn() => eval('class Unlinked extends Missing { static $n = 0; static function f() { static $i = 0; return ++$i; } }'));
echo $all('Unlinked'), ' ', $all('Between0'), ' ', $all('Between2'), ' ', between1(), $in($one, fn() => between1()), "\n";
// Many, so that the tables grow.
for ($i = 0; $i < 300; $i++) { eval("class Many$i $body function many$i() { static \$i = 0; return ++\$i; }"); if ($i % 50 === 0) $in($one, fn() => "Many$i"::$n++); }
$wrong = 0;
foreach ([$one, $two, $three] as $scope) for ($i = 0; $i < 300; $i += 7) { if ($in($scope, fn() => "Many$i"::f() . "many$i"()) !== '11') $wrong++; }
echo $wrong, Many299::f(), "\n";
$late = Scope::isolated();
echo $in($late, fn() => Many299::f()), "\n";
?>
--EXPECT--
011 011 011 122 122
011 011 011 122 122 112
011 011 011 122 122
232
011 011 011 011 122 122 122 233 233 03
Class "Missing" not found
Class "Missing" not found
Class "Missing" not found
011 011 011 122 122 011 011 011 122 122 011 011 011 122 122 11
01
2
