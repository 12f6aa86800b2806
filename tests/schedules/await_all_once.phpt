--TEST--
Three coroutines that await each other's results get each of them, in every schedule (P1, P2)
--FILE--
<?php
use function Async\{spawn, await, suspend};

$first = spawn(function () {
    suspend();
    return 1;
});
$second = spawn(function () use ($first) {
    suspend();
    return 10 + await($first);
});
$third = spawn(fn() => 100 + await($second) + await($first));
try {
    var_dump(await($third), await($first), await($second));
} catch (Async\AsyncCancellation) {
    // Only when the test driver injects one.
    foreach ([$first, $second, $third] as $coroutine) {
        if ($coroutine->isCompleted() && !$coroutine->isCancelled() && !$coroutine->getResult()) {
            echo "BROKEN: ended without a result\n";
        }
    }
}
// schedules: any
?>
--EXPECT--
int(112)
int(1)
int(11)
