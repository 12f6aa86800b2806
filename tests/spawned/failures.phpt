--TEST--
awaitSpawned() throws no failure of the spawned coroutines: failures take their usual way; cancellations are silent (LT-03, D10)
--FILE--
<?php
use Async\Scope;
use function Async\{spawn, awaitSpawned, suspend, delay};

$scope = new Scope;
$scope->setExceptionHandler(fn($e) => print("handler: {$e->getMessage()}\n"));
$scope->spawn(fn() => throw new Exception('failed'));
$c = spawn(fn() => delay(600000));
spawn(fn() => $c->cancel());
awaitSpawned();
echo "over\n";
suspend();

$scope = new Scope;
$scope->spawn(function () {
    $sibling = spawn(function () { suspend(); throw new Exception('cancels the scope'); });
    try { awaitSpawned(); } catch (Async\AsyncCancellation $e) { echo 'cancelled: ', $e->getPrevious()->getMessage(), "\n"; }
});
try { $scope->awaitCompletion(); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
?>
--EXPECTF--
%Aover
%Acancels the scope
