--TEST--
A zombie can still be awaited, cancelled, and fail; its exception takes the usual way (ZO-01, DI-02, D10)
--FILE--
<?php
use Async\Scope;
use function Async\{await, suspend, delay};

function zombie(callable $body, ?callable $handler = null): array
{
    $scope = new Scope;
    if ($handler) $scope->setExceptionHandler($handler);
    $c = $scope->spawn($body);
    suspend();
    @$scope->disposeSafely();
    return [$scope, $c];
}
[$scope, $c] = zombie(function () { suspend(); suspend(); return 'result'; });
echo await($c), "\n";
[$scope, $c] = zombie(function () { try { delay(100000); } finally { echo "finally\n"; } });
$c->cancel(new Async\AsyncCancellation('by name'));
try { await($c); } catch (Async\AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
[$scope, $c] = zombie(function () { suspend(); suspend(); throw new Exception('awaited'); });
try { await($c); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
[$scope, $c] = zombie(function () { suspend(); suspend(); throw new Exception('for the handler'); }, fn($e) => print("handler: {$e->getMessage()}\n"));
$scope->awaitAfterCancellation();
// Also without the scope object.
[$scope, $c] = zombie(function () { suspend(); suspend(); throw new Exception('object is gone'); }, fn($e) => print("handler: {$e->getMessage()}\n"));
unset($scope, $c);
for ($i = 0; $i < 6; $i++) suspend();
[$scope, $c] = zombie(function () { delay(100000); });
$scope->cancel(new Async\AsyncCancellation('later'));
$scope->awaitAfterCancellation();
echo $c->getException()->getMessage(), "\n";
?>
--EXPECT--
result
finally
by name
awaited
handler: for the handler
handler: object is gone
later
