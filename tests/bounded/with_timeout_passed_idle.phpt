--TEST--
A limit that passes while the scope is empty closes the scope; the shortest of several limits wins (BO-02, BO-04)
--FILE--
<?php
use Async\BoundedScope;
use function Async\{suspend, delay};

$scope = (new BoundedScope)->withTimeout(100000)->withTimeout(1)->boundedBy(200000);
while (!$scope->isClosed()) delay(1);
var_dump($scope->isCancelled());
try { $scope->spawn(fn() => 1); } catch (Async\AsyncException $e) { echo $e->getMessage(), "\n"; }
try { $scope->awaitCompletion(); } catch (Async\AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
var_dump(Async\stats()['timers']);
// A limit for a scope that is closed already.
$scope->withTimeout(1);
$scope->boundedBy(Async\timeout(1));
try { $scope->spawnAndBound(fn() => 1); } catch (Async\AsyncException $e) { echo $e->getMessage(), "\n"; }
echo "end\n";
?>
--EXPECT--
bool(true)
Coroutine scope is closed
The scope reached its time limit of 1 ms
int(0)
Coroutine scope is closed
end
