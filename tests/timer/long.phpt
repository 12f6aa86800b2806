--TEST--
Very long delays wait and do not overflow (TM-01)
--FILE--
<?php
use function Async\{spawn, delay, timeout, await, suspend};

$cs = [];
foreach ([PHP_INT_MAX, PHP_INT_MAX >> 1, (PHP_INT_MAX >> 20) + 1, 1 << 40, 0xFFFFFFFF, 0x7FFFFFFF] as $ms) {
    $cs[] = spawn(fn() => delay($ms));
    $cs[] = spawn(fn() => await(timeout($ms)));
    foreach (['withTimeout', 'boundedBy'] as $bind) {
        $scopes[] = $scope = (new Async\BoundedScope)->$bind($ms);
        $cs[] = $scope->spawn(fn() => delay($ms));
    }
}
delay(5);
foreach ($cs as $c) {
    if ($c->isCompleted()) echo "over already\n";
    $c->cancel();
}
delay(1);
echo count(array_filter($cs, fn($c) => $c->isCancelled())), "\n";
// schedules: any
?>
--EXPECT--
24
