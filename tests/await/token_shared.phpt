--TEST--
One timeout can limit several waits; each wait throws an exception of its own (AW-09, D24)
--FILE--
<?php
use function Async\{spawn, await, delay, timeout};

$slow = spawn(function () { delay(60); return 'slow'; });
$limit = timeout(5);
$seen = [];
$waiters = [];
foreach ([1, 2, 3] as $i) {
    $waiters[] = spawn(function () use ($slow, $limit, &$seen) {
        try {
            await($slow, $limit);
        } catch (Async\AwaitCancelledException $e) {
            $seen[] = $e;
        }
    });
}
foreach ($waiters as $w) await($w);
echo count($seen), ' exceptions, ', count(array_unique(array_map('spl_object_id', $seen))), " objects\n";
var_dump($limit->isCompleted(), $limit->isCancelled(), await($slow));
// schedules: any
?>
--EXPECT--
3 exceptions, 3 objects
bool(true)
bool(false)
string(4) "slow"
