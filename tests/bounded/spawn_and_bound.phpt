--TEST--
The scope ends with the coroutine of spawnAndBound(), whatever its outcome: its other coroutines are cancelled (BO-03, D5)
--FILE--
<?php
use Async\{BoundedScope, Scope, AsyncCancellation};
use function Async\{suspend, delay, await};

$outcomes = [
    'result' => fn() => 'result',
    'exception' => function () { throw new RuntimeException('failure'); },
    'cancelled' => fn() => delay(100000),
];
foreach ($outcomes as $name => $end) {
    echo "-- $name\n";
    $scope = new BoundedScope;
    $scope->setExceptionHandler(fn($e) => print("handler: {$e->getMessage()}\n"));
    $child = Scope::inherit($scope);
    $body = function (string $who) { try { delay(100000); } catch (AsyncCancellation $e) { echo "$who: {$e->getMessage()}\n"; } };
    $scope->spawn($body, 'sibling');
    $child->spawn($body, 'child');
    $bound = $scope->spawnAndBound(function () use ($end) { suspend(); suspend(); return $end(); });
    suspend();
    suspend();
    if ($name === 'cancelled') $bound->cancel();
    try { $scope->awaitCompletion(); echo "completed\n"; } catch (AsyncCancellation $e) { echo "awaitCompletion: {$e->getMessage()}\n"; }
    $scope->awaitAfterCancellation();
    var_dump($scope->isClosed(), $scope->isFinished());
}
?>
--EXPECT--
-- result
child: The scope ended with the awaitable that it is bound to
sibling: The scope ended with the awaitable that it is bound to
awaitCompletion: The scope ended with the awaitable that it is bound to
bool(true)
bool(true)
-- exception
child: The scope ended with the awaitable that it is bound to
sibling: The scope ended with the awaitable that it is bound to
awaitCompletion: The scope ended with the awaitable that it is bound to
handler: failure
bool(true)
bool(true)
-- cancelled
child: The scope ended with the awaitable that it is bound to
sibling: The scope ended with the awaitable that it is bound to
awaitCompletion: The scope ended with the awaitable that it is bound to
bool(true)
bool(true)
