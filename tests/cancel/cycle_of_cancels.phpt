--TEST--
Coroutines that cancel each other and then wait for each other all end (P1, CN-02)
--FILE--
<?php
use function Async\{spawn, await, suspend, delay};

$cs = [];
foreach (range(0, 9) as $i) {
    $cs[$i] = spawn(function () use (&$cs, $i) {
        try {
            delay(100000);
        } finally {
            $next = $cs[($i + 1) % 10];
            $next->cancel(new Async\AsyncCancellation("from $i"));
            try { await($next); } catch (Async\AsyncCancellation) {}
            echo $i;
        }
    });
}
suspend();
$cs[3]->cancel(new Async\AsyncCancellation('start'));
// 3 → 4 → … → 2 → 3: the last one awaits the first, which waits for it: only another cancellation ends this.
for ($turn = 0; $turn < 60; $turn++) suspend();
echo " waiting ", count(array_filter($cs, fn($c) => !$c->isCompleted())), "\n";
foreach ($cs as $i => $c) echo $c->getAwaitingInfo()['type'], ' ';
echo "\n";
exit;
// schedules: may deadlock
?>
--EXPECT--
 waiting 10
coroutine coroutine coroutine coroutine coroutine coroutine coroutine coroutine coroutine coroutine 
