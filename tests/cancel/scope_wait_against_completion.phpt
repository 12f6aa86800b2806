--TEST--
The awaiter of a scope is cancelled when the scope has drained already: the cancellation counts (D34, CN-25)
--FILE--
<?php
use Async\Scope;
use function Async\{spawn, suspend, await};

$scope = new Scope;
$scope->spawn(fn() => suspend());
$c = spawn(function () use ($scope) { $scope->awaitCompletion(); return 'not reached'; });
$scope->onFinally(fn() => print("finished\n"));
suspend();
suspend();
// Woken but not run: the cancellation wins.
while (!$scope->isFinished()) suspend();
$c->cancel();
try { await($c); } catch (Async\AsyncCancellation $e) { echo "cancelled\n"; }
var_dump($c->isCancelled());
$scope->awaitCompletion();
suspend();

// The other order: the waiter has run before.
$c = spawn(function () use ($scope) { $scope->awaitCompletion(); return 'result'; });
suspend();
$c->cancel();
var_dump(await($c), $c->isCancelled());

// A coroutine that returns with an undelivered cancellation counts as cancelled; the scope ignores it.
$scope->spawn(function () { Async\currentCoroutine()->cancel(); return 'dropped'; });
$scope->awaitCompletion();
var_dump($scope->isCancelled());
?>
--EXPECT--
cancelled
bool(true)
finished
string(6) "result"
bool(false)
bool(false)
