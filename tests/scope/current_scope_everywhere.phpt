--TEST--
Code knows its scope at any depth of calls, in generators, Fibers, destructors, callbacks and handlers (SC-04, SC-06, SC-24)
--FILE--
<?php
use Async\Scope;
use function Async\{spawn, await, suspend, currentScope};

final class D { public $scope; function __destruct() { echo "destructor: ", $this->scope === currentScope() ? "own" : "other", "\n"; } }

$scope = new Scope;
$child = Scope::inherit($scope);
function deep(int $n): Scope { return $n ? deep($n - 1) : currentScope(); }
$tell = function (string $where, Scope $expected) { echo "$where: ", currentScope() === $expected ? "own" : "other", "\n"; };

$scope->setExceptionHandler(fn($e) => $tell($e->getMessage(), $scope));
$scope->onFinally(fn() => $tell('scope callback', $scope));
$c = $scope->spawn(function () use ($scope, $child, $tell) {
    var_dump(deep(20) === $scope);
    $generator = (function () use ($tell, $scope) { yield 1; $tell('generator', $scope); suspend(); $tell('generator again', $scope); })();
    foreach ($generator as $_);
    $fiber = new Fiber(fn() => $tell('fiber', $scope));
    $fiber->start();
    array_map(fn() => $tell('array_map', $scope), [1]);
    await($child->spawn(fn() => $tell('child', $child)));
    $tell('back', $scope);
    $d = new D;
    $d->scope = $scope;
    unset($d);
    spawn(function () { throw new Exception('handler'); });
});
$c->onFinally(fn() => $tell('coroutine callback', $scope));
$scope->awaitCompletion();
suspend();
$tell('main', Scope::global());
?>
--EXPECT--
bool(true)
generator: own
generator again: own
fiber: own
array_map: own
child: own
back: own
destructor: own
coroutine callback: own
handler: own
scope callback: own
main: own
