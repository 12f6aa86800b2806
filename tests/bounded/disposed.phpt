--TEST--
The limits of a disposed scope still hold: its zombies are cancelled when the limit is reached (BO-02, BO-04, ZO-06, DI-02)
--INI--
async.zombie_coroutine_timeout=100
--FILE--
<?php
use Async\BoundedScope;
use function Async\{suspend, delay, spawn};

$body = function (string $name) { try { delay(100000); } catch (Async\AsyncCancellation $e) { echo "$name: {$e->getMessage()}\n"; } };
$limit = getenv('ASYNC_TEST_TOOL') ? 3000 : 150;
$scope = (new BoundedScope)->withTimeout($limit);
$scope->spawn($body, 'withTimeout');
suspend();
@$scope->disposeSafely();
unset($scope);
$scope = (new BoundedScope)->boundedBy(spawn(function () { suspend(); suspend(); }));
$scope->spawn($body, 'boundedBy');
suspend();
@$scope->disposeSafely();
unset($scope);
echo "end of main\n";
?>
--EXPECTF--
end of main
boundedBy: The scope ended with the awaitable that it is bound to
withTimeout: The scope reached its time limit of %d ms
