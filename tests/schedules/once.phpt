--TEST--
once(): one computation at a time, one result for all, in every schedule; a cancelled computation is repeated (P5)
--FILE--
<?php
use function Async\{spawn, suspend, await, once, protect};

$running = $runs = 0;
$get = once(function () use (&$running, &$runs) {
    if (++$running !== 1) {
        echo "BROKEN: $running at once\n";
    }
    try {
        suspend();
        return new ArrayObject([++$runs]);
    } finally {
        $running--;
    }
});
$all = [spawn($get), spawn($get), spawn($get), spawn(fn() => $get())];
$results = [];
$wait = function () use ($all, &$results) {
    foreach ($all as $n => $coroutine) {
        try {
            $results[$n] = await($coroutine);
        } catch (Async\AsyncCancellation $e) {
            if (!$coroutine->isCompleted()) {
                throw $e;
            }
        }
    }
};
try {
    $wait();
} catch (Async\AsyncCancellation) {
    protect($wait);
}
$results[] = $get();
if (count(array_unique(array_map('spl_object_id', $results))) !== 1 || $runs !== 1) {
    echo "BROKEN: $runs results\n";
}
echo "done\n";
// schedules: any
?>
--EXPECT--
done
