--TEST--
Disposal before the first run: dispose() and cancel() never start a coroutine, disposeSafely() lets it run (LT-01, DI-02, DI-04, D8)
--FILE--
<?php
use Async\Scope;
use function Async\suspend;

foreach (['cancel', 'dispose', 'disposeSafely'] as $method) {
    $scope = new Scope;
    $c = $scope->spawn(function () use ($method) { echo "ran in spite of $method\n"; });
    $c->onFinally(fn($c) => printf("%s: %s\n", $method, $c->isStarted() ? 'was started' : 'was never started'));
    @$scope->$method();
    $scope->awaitAfterCancellation();
    suspend();
    var_dump($c->isCancelled());
}
?>
--EXPECT--
cancel: was never started
bool(true)
dispose: was never started
bool(true)
ran in spite of disposeSafely
disposeSafely: was started
bool(false)
