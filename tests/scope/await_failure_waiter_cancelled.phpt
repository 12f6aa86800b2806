--TEST--
A failure offered to a waiter that is cancelled before it resumes goes on to the parent (SW-07, D10 c, P7)
--FILE--
<?php
use Async\Scope;
use function Async\{spawn, suspend};

$parent = new Scope;
$parent->setExceptionHandler(function ($e) { echo "parent's handler: {$e->getMessage()}\n"; });
$scope = Scope::inherit($parent);
$scope->spawn(function () { try { Async\delay(100000); } finally { for ($i = 0; $i < 10; $i++) suspend(); } });
$waiter = spawn(function () use ($scope) {
    try { $scope->awaitCompletion(); echo "not reached\n"; } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
});
suspend();
$failing = $scope->spawn(function () { throw new RuntimeException('failure'); });
// Runs between the offer of the failure and the run of the waiter.
for ($i = 0; $i < 10 && !$scope->isCancelled(); $i++) suspend();
$waiter->cancel(new Async\AsyncCancellation('waiter cancelled'));
for ($i = 0; $i < 20; $i++) suspend();
?>
--EXPECT--
Async\AsyncCancellation: waiter cancelled
parent's handler: failure
