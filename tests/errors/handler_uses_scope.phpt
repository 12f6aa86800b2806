--TEST--
A handler can await the failed coroutine, spawn it again, dispose its scope; it cannot await the scope (EH-06, DE-05, D10)
--FILE--
<?php
use Async\Scope;
use function Async\{await, suspend, delay};

$scope = new Scope;
$scope->setExceptionHandler(function (Scope $scope, $coroutine, $e) {
    try { await($coroutine); } catch (Exception $again) { var_dump($again === $e); }
    try { $scope->awaitCompletion(); } catch (Async\AsyncException $x) { echo "cannot await the scope\n"; }
});
$scope->spawn(fn() => throw new Exception('1'));
$scope->awaitCompletion();

$calls = 0;
$scope->setExceptionHandler(function (Scope $scope, $coroutine) use (&$calls) {
    if (++$calls < 5) $scope->spawn(fn() => throw new Exception('again'));
});
$scope->spawn(fn() => throw new Exception('1'));
$scope->awaitCompletion();
var_dump($calls);

// The handler closes the scope; failures of the cleanup go to the same handler.
$scope->setExceptionHandler(function ($scope, $c, $e) { echo 'handler: ', $e->getMessage(), "\n"; @$scope->dispose(); });
$scope->spawn(function () { try { delay(600000); } finally { throw new Exception('in the cleanup'); } });
suspend();
$scope->spawn(fn() => throw new Exception('first'));
try { $scope->awaitCompletion(); } catch (Async\AsyncCancellation $e) { echo "awaiter: cancelled\n"; }
$scope->awaitAfterCancellation();
echo "end\n";
?>
--EXPECT--
bool(true)
cannot await the scope
int(5)
handler: first
awaiter: cancelled
handler: in the cleanup
end
