--TEST--
Closures keep statics of their own; first-class callables use those of the isolation that calls, also after the maker's end (I1, I6)
--FILE--
<?php
use Async\Scope;
use function Async\{await, suspend};

function f() { static $n = 0; return ++$n; }
class C { static function s() { static $n = 0; return ++$n; } function m() { static $n = 0; return ++$n; } static $p = 0;
    function __call($name, $a) { static $n = 0; return ++$n; } static function __callStatic($name, $a) { static $n = 0; return ++$n; } }

$makers = [
    'function' => fn() => f(...), 'string' => fn() => Closure::fromCallable('f'), 'static method' => fn() => C::s(...),
    'method' => fn() => (new C)->m(...), 'array' => fn() => Closure::fromCallable([new C, 'm']),
    'reflection' => fn() => (new ReflectionFunction('f'))->getClosure(),
    'magic' => fn() => (new C)->unknown(...), 'static magic' => fn() => C::unknown(...),
];
foreach ($makers as $name => $make) {
    $outside = $make();
    $before = $outside();                          // main's count
    $scope = Scope::isolated();
    $inside = await($scope->spawn(function () use ($make, $outside, $before, $name) {
        $inside = $make();
        for ($i = 1; $i <= 3; $i++) {
            if ([$inside(), $outside()] !== [$before + 2 * $i - 1, $before + 2 * $i]) echo "$name: counted elsewhere\n";
            suspend();
        }
        return $inside;
    }));
    $scope->dispose(); $scope = null;
    suspend(); suspend();
    echo $name, ': ', $outside() - $before, ' ', $inside() - $before, ' ', $make()() - $before, "\n";
}

// A closure's statics go where the object goes.
$closure = function () { static $n = 0; return ++$n; };
$fn = fn() => (function () { static $n = 0; return ++$n; })();
$closure();
$scope = Scope::isolated();
$inner = await($scope->spawn(function () use ($closure) { $closure(); $own = function () { static $n = 10; return ++$n; }; $own(); return $own; }));
$scope->dispose();
echo $closure(), ' ', $inner(), ' ', $fn(), "\n";
$copy = clone $closure;
$bound = Closure::bind($closure, null, C::class);
echo $closure(), ' ', $copy(), ' ', $bound(), "\n";
?>
--EXPECT--
function: 1 2 3
string: 1 2 3
static method: 1 2 3
method: 1 2 3
array: 1 2 3
reflection: 1 2 3
magic: 1 2 3
static magic: 1 2 3
3 12 1
4 4 4
