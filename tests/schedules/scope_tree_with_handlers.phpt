--TEST--
Failures in nested scopes reach a handler or an awaiter, each exactly once, in every schedule (P7, D10 c)
--FILE--
<?php
use Async\Scope;
use function Async\suspend;

$seen = [];
$top = new Scope;
$top->setChildScopeExceptionHandler(function (Throwable $e) use (&$seen) { $seen[] = "top: {$e->getMessage()}"; });
$left = Scope::inherit($top);
$left->setExceptionHandler(function (Throwable $e) use (&$seen) { $seen[] = "left: {$e->getMessage()}"; });
$right = Scope::inherit($top);
$ran = 0;
foreach ([[$left, 'a'], [$left, 'b'], [$right, 'c']] as [$scope, $name]) {
    $scope->spawn(function () use ($name, &$ran) {
        suspend();
        $ran++;
        throw new LogicException($name);
    });
}
$cancelled = false;
try {
    $top->awaitCompletion();
} catch (Async\AsyncCancellation) {
    $cancelled = true;
}
$seen = array_unique($counted = $seen);
if (count($seen) !== count($counted) || !$cancelled && count($seen) !== $ran) {
    echo "BROKEN: $ran failures, handled ", implode(', ', $counted), "\n";
}
sort($seen);
echo implode(', ', $seen), "\n";
// schedules: any
?>
--EXPECT--
left: a, left: b, top: c
