--TEST--
A section in protect() runs as a whole, and the cancellation follows right after it (P4, D25)
--FILE--
<?php
use function Async\{spawn, await, suspend, protect};

$begun = $ended = 0;
$body = function () use (&$begun, &$ended) {
    suspend();
    protect(function () use (&$begun, &$ended) {
        $begun++;
        suspend();
        suspend();
        $ended++;
    });
    return 'went on';
};
$writers = [spawn($body), spawn($body)];
$killer = spawn(function () use ($writers) {
    suspend();
    suspend();
    foreach ($writers as $writer) {
        $writer->cancel();
    }
});
foreach ([...$writers, $killer] as $coroutine) {
    do {
        try {
            if (await($coroutine) === 'went on' && $coroutine->isCancellationRequested()) {
                echo "BROKEN: a cancellation got lost\n";
            }
        } catch (Async\AsyncCancellation) {
        }
    } while (!$coroutine->isCompleted());
}
echo $begun === $ended ? "whole\n" : "BROKEN: $begun begun, $ended ended\n";
// schedules: any
?>
--EXPECT--
whole
