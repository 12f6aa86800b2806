--TEST--
A failure with an awaiter is handled there: no handler is called, the scope stays open, siblings go on (ER-01, ER-02, ER-03, D10 a)
--FILE--
<?php
use Async\Scope;
use function Async\{await, suspend};

$scope = new Scope;
$scope->setExceptionHandler(fn() => print("handler: not called\n"));
$release = Async\spawn(function () { suspend(); suspend(); });
$failing = $scope->spawn(function () use ($release) { await($release); throw new Exception('awaited'); });
$sibling = $scope->spawn(function () use ($failing) {
    try { await($failing); } catch (Exception $e) { return $e; }
});
$stranger = Async\spawn(function () use ($failing) {
    try { await($failing); } catch (Exception $e) { return $e; }
});
$a = await($sibling);
$b = await($stranger);
var_dump($a === $b, $a === $failing->getException(), $a->getMessage());
$scope->awaitCompletion();
var_dump($scope->isCancelled(), $scope->isClosed());
// Once observed, the failure stays observed.
try { await($failing); } catch (Exception $e) { var_dump($e === $a); }
?>
--EXPECT--
bool(true)
bool(true)
string(7) "awaited"
bool(false)
bool(false)
bool(true)
