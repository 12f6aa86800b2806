--TEST--
awaitSpawned() throws no failure of the spawned coroutines: failures take their usual way; cancellations are silent (LT-03, D10)
--FILE--
<?php
use Async\Scope;
use function Async\{spawn, awaitSpawned, suspend, delay};

// The handler may be called before or after the return of awaitSpawned().
$seen = [];
$scope = new Scope;
$scope->setExceptionHandler(function ($e) use (&$seen) { $seen[] = "handler: {$e->getMessage()}"; });
$scope->spawn(fn() => throw new Exception('failed'));
$c = spawn(fn() => delay(600000));
spawn(fn() => $c->cancel());
awaitSpawned();
$seen[] = 'over';
$scope->awaitCompletion();
sort($seen);
echo implode("\n", $seen), "\n";

$scope = new Scope;
$scope->spawn(function () {
    $sibling = spawn(function () { suspend(); throw new Exception('cancels the scope'); });
    try { awaitSpawned(); } catch (Async\AsyncCancellation $e) { echo 'cancelled: ', $e->getPrevious()->getMessage(), "\n"; }
});
try { $scope->awaitCompletion(); } catch (Exception $e) { echo 'thrown: ', $e->getMessage(), "\n"; }
?>
--EXPECT--
handler: failed
over
cancelled: cancels the scope
thrown: cancels the scope
