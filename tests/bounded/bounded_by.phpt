--TEST--
boundedBy() ends the scope with any awaitable: a coroutine elsewhere, a timeout, a delay, an awaitable that is over already (BO-04)
--FILE--
<?php
use Async\{BoundedScope, AsyncCancellation};
use function Async\{suspend, delay, await, spawn, timeout};

function show(string $name, $constraint, ?callable $meanwhile = null): void
{
    $scope = new BoundedScope;
    $scope->spawn(fn() => delay(100000));
    suspend();
    $scope->boundedBy($constraint);
    if ($meanwhile) $meanwhile();
    try { $scope->awaitCompletion(); echo "$name: completed\n"; } catch (AsyncCancellation $e) { echo "$name: {$e->getMessage()}\n"; }
    $scope->awaitAfterCancellation();
}
$over = spawn(fn() => 1);
await($over);
show('coroutine', spawn(function () { suspend(); suspend(); }));
show('over already', $over);
show('timeout', timeout(2));
show('milliseconds', 2);
$cancelled = spawn(fn() => delay(100000));
suspend();
show('cancelled one', $cancelled, fn() => $cancelled->cancel());
$timeout = timeout(100000);
show('cancelled timeout', $timeout, fn() => $timeout->cancel());
// A failed coroutine: its exception takes the usual way.
$other = new Async\Scope;
$other->setExceptionHandler(fn($e) => print("handler: {$e->getMessage()}\n"));
show('failed one', $other->spawn(function () { throw new Exception('failure'); }));
suspend();
// The awaitable is not affected by the scope.
$goes_on = spawn(function () { for ($i = 0; $i < 5; $i++) suspend(); return 'went on'; });
$scope = (new BoundedScope)->boundedBy($goes_on);
$scope->cancel();
echo await($goes_on), "\n";
$scope = (new BoundedScope)->boundedBy($t = timeout(100000));
unset($scope);
var_dump(Async\stats()['timers'] <= 1);
?>
--EXPECT--
coroutine: The scope ended with the awaitable that it is bound to
over already: The scope ended with the awaitable that it is bound to
timeout: The scope ended with the awaitable that it is bound to
milliseconds: The scope reached its time limit of 2 ms
cancelled one: The scope ended with the awaitable that it is bound to
cancelled timeout: The scope ended with the awaitable that it is bound to
failed one: The scope ended with the awaitable that it is bound to
handler: failure
went on
bool(true)
