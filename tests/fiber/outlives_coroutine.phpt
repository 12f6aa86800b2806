--TEST--
Each call in a Fiber that outlives its coroutine: no lock is left, and every coroutine can be cancelled (P5, D22, D25)
--INI--
error_reporting=8189
--FILE--
<?php
require __DIR__ . '/../inc/outliving_fibers.inc';
use function Async\suspend;

$only = $argv[1] ?? '';
$ends = fiber_ends();
foreach (outliving_calls() as $name => $make) {
    if ($only && $only !== $name) {
        continue;
    }
    foreach ($ends as $end => $finish) {
        $result = null;
        $fiber = outliving_fiber($make, $is_free, $result);
        if ($fiber->isTerminated()) {
            if ($result !== 'FiberError' || PHP_VERSION_ID >= 80400) {
                echo "$name: NEVER SUSPENDED, $result\n";
            }
            break;
        }
        $others = coroutines_that_wait();
        try {
            $finish($fiber);
        } catch (Throwable $e) {
            echo "$name, $end: THROWN ", get_class($e), ' ', $e->getMessage(), "\n";
        }
        if (!all_can_be_cancelled($others)) {
            echo "$name, $end: NOT CANCELLED\n";
        }
        $fiber = null;
        if ($is_free && !$is_free()) {
            echo "$name, $end: NOT FREE\n";
        }
        /* What the engine destroys a Fiber with is no exception for a call. */
        if (str_starts_with($end, 'dropped') && !in_array($result, ['dropped', 'FiberError'])) {
            echo "$name, $end: ", $result, "\n";
        }
        if ($only) {
            echo "$name, $end: $result\n";
        }
        $others = $is_free = $e = null;
        suspend();
    }
}
foreach (calls_without_case() as $name) {
    echo "NO CASE: $name\n";
}
echo "done\n";
?>
--EXPECT--
done
