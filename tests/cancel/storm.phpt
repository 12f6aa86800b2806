--TEST--
Cancellations at random moments: nothing is lost, and each is delivered once (P2, P4, P5, P8)
--FILE--
<?php
use function Async\{spawn, await, suspend, delay, timeout, protect};

mt_srand(42);
$finally = $caught = 0;
$body = function () use (&$finally, &$caught) {
    $hits = 0;
    try {
        $helper = spawn(function () { suspend(); return 'h'; });
        for ($i = 0; $i < 6; $i++) {
            match (mt_rand(0, 5)) {
                0 => suspend(),
                1 => delay(mt_rand(0, 2)),
                2 => await($helper),
                3 => protect(fn() => suspend()),
                4 => await(spawn(fn() => suspend()), timeout(1000)),
                5 => array_map(fn($x) => suspend(), [1, 2]),
            };
        }
        return 'done';
    } catch (Async\AsyncCancellation $e) {
        $hits++;
        $caught++;
        throw $e;
    } finally {
        $finally++;
        suspend();
        if ($hits > 1) echo "delivered $hits times\n";
    }
};
$outcomes = ['done' => 0, 'cancelled' => 0];
$n = getenv('ASYNC_TEST_TOOL') ? 100 : 600;
$started = 0;
for ($round = 0; $round < $n / 20; $round++) {
    $cs = [];
    for ($i = 0; $i < 20; $i++) $cs[] = spawn($body);
    for ($i = 0; $i < 30; $i++) {
        $cs[mt_rand(0, 19)]->cancel();
        if (mt_rand(0, 1)) suspend();
    }
    foreach ($cs as $c) {
        try { $outcomes[await($c)]++; } catch (Async\AsyncCancellation) { $outcomes['cancelled']++; }
        $started += $c->isStarted();
    }
}
var_dump(array_sum($outcomes) === $n, $outcomes['done'] > 0, $outcomes['cancelled'] > 0, $finally === $started, count(Async\getCoroutines()) < 30);
delay(5);
var_dump(Async\stats()['waiting'], Async\stats()['timers']);
// schedules: any
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
int(0)
int(0)
