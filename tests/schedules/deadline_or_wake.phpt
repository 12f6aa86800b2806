--TEST--
Sleepers wake in the order of their deadlines; one cancelled before its deadline does not wake again (P2, P5)
--FILE--
<?php
use function Async\{spawn, await, delay};

$woken = [];
$sleepers = [];
foreach ([30, 10, 20000, 40] as $ms) {
    $sleepers[$ms] = spawn(function () use ($ms, &$woken) {
        delay($ms);
        $woken[] = $ms;
    });
}
spawn(function () use ($sleepers) {
    delay(15);
    $sleepers[20000]->cancel();
});
foreach ($sleepers as $sleeper) {
    try {
        await($sleeper);
    } catch (Async\AsyncCancellation) {
    }
}
echo implode(' ', $woken), "\n";
// schedules: any
?>
--EXPECT--
10 30 40
