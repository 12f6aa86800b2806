--TEST--
When each coroutine awaits the coroutines that it spawned, awaitSpawned() at the top returns after all of them (D5, P6)
--FILE--
<?php
use function Async\{spawn, suspend, await, awaitSpawned};

// A cancelled wait is begun again: no coroutine may end before the coroutines that it spawned.
function awaitChildren(): void
{
    while (true) {
        try {
            awaitSpawned();
            return;
        } catch (Async\AsyncCancellation) {
        }
    }
}

$running = 0;
$body = function (int $depth) use (&$body, &$running) {
    $running++;
    try {
        suspend();
        if ($depth > 0) {
            spawn($body, $depth - 1);
            spawn($body, $depth - 1);
            awaitChildren();
        }
        suspend();
    } finally {
        $running--;
    }
};
$job = spawn(function () use ($body, &$running) {
    spawn($body, 1);
    spawn($body, 0);
    awaitChildren();
    if ($running > 0) echo "BROKEN: $running still run\n";
});
try {
    await($job);
    echo "all ended\n";
} catch (Async\AsyncCancellation) {
}
// schedules: any
?>
--EXPECT--
all ended
