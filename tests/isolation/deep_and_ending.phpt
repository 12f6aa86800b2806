--TEST--
1,000 isolations in each other; none can be made while one ends: in its shutdown functions, destructors, coroutines below, by every maker
--FILE--
<?php
use Async\{BoundedScope, Scope};
use function Async\{await, stats, suspend};

class S { static $depth = 0; static $held; }
class D { function __construct(public Closure $do) {} function __destruct() { ($this->do)(); } }
function depth() { static $depth = 0; return ++$depth; }
$scopes = [];
$down = function (int $left) use (&$down) {
    $mine = ++S::$depth; $GLOBALS['depth'] = depth();
    if ($left > 0) {
        $scope = Scope::isolated();
        $below = await($scope->spawn($down, $left - 1));
        $scope->dispose();
    }
    return S::$depth === $mine && $GLOBALS['depth'] === $mine && depth() === $mine + 1 ? ($below ?? $mine) : "wrong at $mine";
};
$scope = Scope::isolated();
$n = getenv('ASYNC_TEST_TOOL') ? 100 : 1000;
var_dump(await($scope->spawn($down, $n - 1)) === $n, S::$depth, isset($depth));
$scope->dispose(); $scope = null;
for ($i = 0; $i < $n + 10 && stats()['isolations'] > 0; $i++) suspend();
var_dump(stats()['isolations']);

$other = Scope::isolated(); $plain = new Scope;
$makers = ['current' => fn() => Scope::isolated(), 'other' => fn() => Scope::isolated($other), 'plain' => fn() => Scope::isolated($plain),
    'bounded' => fn() => BoundedScope::isolated(), 'catches exit' => fn() => Scope::isolated(catchExit: true), 'in a fiber' => function () { $f = new Fiber(fn() => Scope::isolated()); $f->start(); },
    'in a generator' => function () { foreach ((function () { yield Scope::isolated(); })() as $_); }];
$places = [
    'shutdown function' => fn($try) => register_shutdown_function($try), 'destructor' => function ($try) { S::$held = new D($try); },
    'cycle' => function ($try) { $d = new D($try); $d->do = fn() => [$d, $try()]; S::$held = $d; },
    'buffer of a shutdown function' => fn($try) => register_shutdown_function(function () use ($try) { ob_start(); $try(); ob_end_clean(); }),
    'error handler of a shutdown function' => fn($try) => register_shutdown_function(function () use ($try) { set_error_handler(function () use ($try) { $try(); return true; }); echo $undefined; }),
    'callback of a shutdown function' => fn($try) => register_shutdown_function(fn() => array_map($try, [1])),
    'shutdown function that waits' => fn($try) => register_shutdown_function(function () use ($try) { suspend(); $try(); }),
];
$messages = []; $count = 0;
foreach ($places as $place => $put) foreach ($makers as $maker => $make) {
    $before = stats()['isolations'];
    $scope = Scope::isolated();
    await($scope->spawn(function () use ($put, $make, $place, $maker, &$messages, &$count) {
        S::$depth = 'own';
        $put(function () use ($make, $place, $maker, &$messages, &$count) {
            $count++;
            try { $make(); $message = 'made'; } catch (Throwable $e) { $message = get_class($e) . ': ' . $e->getMessage(); }
            $messages[$message][S::$depth][] = "$place, $maker";
        });
    }));
    $scope->dispose(); $scope = null;
    for ($i = 0; $i < 6; $i++) suspend();
    if (stats()['isolations'] !== $before || S::$depth !== 0) echo "$place, $maker: left something\n";
}
echo $count, "\n";
foreach ($messages as $message => $by) foreach ($by as $depth => $where) echo $message, " ($depth): ", count($where), "\n";
?>
--EXPECT--
bool(true)
int(0)
bool(false)
int(0)
49
Async\AsyncException: Coroutine scope is closed (own): 35
Async\AsyncException: An isolated scope cannot be made while the isolated scope of the caller ends (own): 14
