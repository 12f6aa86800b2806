--TEST--
A scope's failure reaches all its awaiters, in any scope, as the same object (P6, P7, D10 c)
--FILE--
<?php
use Async\Scope;
use function Async\{await, suspend};

$scope = new Scope;
$other = new Scope;
$below = Scope::inherit($other);
$got = [];
$active = 2;
$wait = function () use ($scope, &$got, &$active) {
    try {
        $scope->awaitCompletion();
        if ($active > 0) echo "BROKEN: drained, but $active are at work\n";
    } catch (LogicException $e) {
        $got[] = $e;
    } catch (Async\AsyncCancellation) {
    }
};
$waiters = [$other->spawn($wait), $below->spawn($wait), Async\spawn($wait)];
// After all of them wait.
$scope->spawn(function () use (&$active) {
    try { suspend(); suspend(); suspend(); throw new LogicException('failed'); } finally { $active--; }
});
$scope->spawn(function () use (&$active) { try { Async\delay(1000); } finally { $active--; } });
foreach ($waiters as $waiter) {
    try { await($waiter); } catch (Async\AsyncCancellation) { }
}
foreach ($got as $exception) {
    if ($exception !== $got[0]) echo "BROKEN: another object\n";
}
echo "ended\n";
// schedules: any
?>
--EXPECT--
ended
