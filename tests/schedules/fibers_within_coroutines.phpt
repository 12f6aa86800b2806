--TEST--
A Fiber inside a coroutine keeps its order and its values in every schedule, and ends with the coroutine (D22, P2, P13)
--FILE--
<?php
use function Async\{spawn, suspend, await};

$body = function (int $base) {
    $fiber = new Fiber(function () use ($base) {
        for ($i = 0; $i < 2; $i++) {
            suspend();
            if (Fiber::suspend($base + $i) !== -$i) echo "BROKEN: another answer\n";
        }
        return 'end';
    });
    $values = [$fiber->start()];
    for ($i = 0; !$fiber->isTerminated(); $i++) {
        suspend();
        $values[] = $fiber->resume(-$i) ?? $fiber->getReturn();
    }
    return implode(' ', $values);
};
$coroutines = [spawn($body, 10), spawn($body, 20)];
foreach ($coroutines as $coroutine) {
    try {
        echo await($coroutine), "\n";
    } catch (Async\AsyncCancellation) {
    }
}
// schedules: any
?>
--EXPECT--
10 11 end
20 21 end
