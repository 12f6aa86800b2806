--TEST--
Scope::spawn() takes any callable and arguments and returns the coroutine (SC-07)
--FILE--
<?php
use Async\Scope;
use function Async\await;

final class K { function m($x) { return "m$x"; } static function s($x) { return "s$x"; } function __invoke($x) { return "i$x"; } }
function named(int $a, int $b = 2, int ...$rest) { return "$a $b " . json_encode($rest); }

$scope = new Scope;
$host = 'php.net';
$c = $scope->spawn(strtoupper(...), $host);
echo get_class($c), ' ', await($c), "\n";
echo await($scope->spawn('strrev', 'abc')), ' ', await($scope->spawn([new K, 'm'], 1)), ' ', await($scope->spawn('K::s', 2)),
    ' ', await($scope->spawn(new K, 3)), "\n";
echo await($scope->spawn(named(...), b: 5, a: 1)), ' | ', await($scope->spawn('named', 1, 2, 3, x: 4)), "\n";
// By value.
$n = 1;
$c = $scope->spawn(function ($x) { return $x; }, $n);
$n = 2;
echo await($c), "\n";
foreach ([fn() => $scope->spawn(), fn() => $scope->spawn('no such function'), fn() => $scope->spawn(1)] as $wrong) {
    try { $wrong(); } catch (Error $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
}
var_dump($scope->getCoroutines());
?>
--EXPECT--
Async\Coroutine PHP.NET
cba m1 s2 i3
1 5 [] | 1 2 {"0":3,"x":4}
1
ArgumentCountError: Async\Scope::spawn() expects at least 1 argument, 0 given
TypeError: Async\Scope::spawn(): Argument #1 ($callable) must be a valid callback, function "no such function" not found or invalid function name
TypeError: Async\Scope::spawn(): Argument #1 ($callable) must be a valid callback, no array or string given
array(0) {
}
