--TEST--
An await after the round is too late: the handler was called once; the await throws the exception nevertheless (D10 b)
--FILE--
<?php
use Async\Scope;
use function Async\{await, spawn, suspend};

$scope = new Scope;
$scope->setExceptionHandler(function ($e) { echo 'handler: ', $e->getMessage(), "\n"; });
$failing = $scope->spawn(fn() => throw new Exception('too late'));
spawn(function () use ($failing) {
    suspend();
    suspend();
    try { await($failing); } catch (Exception $e) { echo 'await: ', $e->getMessage(), "\n"; }
});
for ($i = 0; $i < 6; $i++) suspend();
try { await($failing); } catch (Exception $e) { echo 'await again: ', $e->getMessage(), "\n"; }
?>
--EXPECT--
handler: too late
await: too late
await again: too late
