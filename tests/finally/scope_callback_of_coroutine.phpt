--TEST--
A failing callback of a coroutine is a failure of its scope: the scope stays open until it is routed (FN-09, ER-13)
--FILE--
<?php
use Async\Scope;
use function Async\{spawn, suspend};

$scope = new Scope;
$c = $scope->spawn(fn() => 'r');
$c->onFinally(function () { suspend(); throw new LogicException('from the callback'); });
try {
    $scope->awaitCompletion();
    echo "lost\n";
} catch (LogicException $e) {
    echo $e->getMessage(), "\n";
}
var_dump($scope->isCancelled(), Async\await($c));
// With a handler: its Coroutine argument is the service coroutine, not $c.
$scope = new Scope;
$scope->setExceptionHandler(fn($s, $coroutine, $e) => print('handler: ' . $e->getMessage() . ' ' . get_class($coroutine) . "\n"));
$scope->spawn(fn() => 1)->onFinally(fn() => throw new Exception('again'));
$scope->awaitCompletion();
?>
--EXPECT--
from the callback
bool(true)
string(1) "r"
handler: again Async\Coroutine
