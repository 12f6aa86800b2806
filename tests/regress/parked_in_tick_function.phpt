--TEST--
A coroutine parked in a tick function when the main script ends goes on afterwards (CO-01, P12)
--FILE--
<?php
declare(ticks=1);
use function Async\{spawn, suspend, delay, currentCoroutine};

// PHP drops its list of tick functions at the end of the main script: before the coroutines have ended.
$main = currentCoroutine();
register_tick_function(function () use ($main) {
    if (currentCoroutine() !== $main) {
        delay(20);
    }
});
spawn(function () {
    usleep(0);
    echo "coroutine ended\n";
});
suspend();
echo "main ended\n";
?>
--EXPECT--
main ended
coroutine ended
