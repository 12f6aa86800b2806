--TEST--
BoundedScope is a Scope with limits and has the alias BoundScope; the limit methods return $this or the coroutine (BO-01, BO-02, BO-03, BO-04)
--FILE--
<?php
use Async\{BoundedScope, BoundScope, Scope, Coroutine, Timeout};

$scope = new BoundScope;
var_dump(get_class($scope), $scope instanceof Scope, get_parent_class($scope));
var_dump($scope->withTimeout(100000) === $scope, $scope->boundedBy(100000) === $scope, $scope->boundedBy(new Timeout(100000)) === $scope);
$c = $scope->spawnAndBound(fn($a, $b) => "$a$b", 'x', b: 'y');
var_dump($c instanceof Coroutine, Async\await($c));
foreach ([
    fn() => $scope->withTimeout(0),
    fn() => $scope->withTimeout(-1),
    fn() => $scope->boundedBy(0),
    fn() => $scope->boundedBy(-5),
    fn() => $scope->boundedBy('x'),
    fn() => $scope->boundedBy(new Scope),
    fn() => $scope->boundedBy(),
    fn() => $scope->spawnAndBound(1),
    fn() => $scope->spawnAndBound(),
] as $wrong) {
    try { $wrong(); echo "worked\n"; } catch (Error $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
}
unset($scope, $c, $e, $wrong);
var_dump(Async\stats()['timers']);
?>
--EXPECT--
string(18) "Async\BoundedScope"
bool(true)
string(11) "Async\Scope"
bool(true)
bool(true)
bool(true)
bool(true)
string(2) "xy"
ValueError: Async\BoundedScope::withTimeout(): Argument #1 ($milliseconds) must be greater than 0
ValueError: Async\BoundedScope::withTimeout(): Argument #1 ($milliseconds) must be greater than 0
ValueError: Async\BoundedScope::boundedBy(): Argument #1 ($constraint) must be greater than 0
ValueError: Async\BoundedScope::boundedBy(): Argument #1 ($constraint) must be greater than 0
TypeError: Async\BoundedScope::boundedBy(): Argument #1 ($constraint) must be of type Async\Awaitable|int, string given
TypeError: Async\BoundedScope::boundedBy(): Argument #1 ($constraint) must be of type Async\Awaitable|int, Async\Scope given
ArgumentCountError: Async\BoundedScope::boundedBy() expects exactly 1 argument, 0 given
TypeError: Async\BoundedScope::spawnAndBound(): Argument #1 ($coroutine) must be a valid callback, no array or string given
ArgumentCountError: Async\BoundedScope::spawnAndBound() expects at least 1 argument, 0 given
int(0)
