--TEST--
gracefulShutdown() lets every body clean up once, and the clean-up can suspend (D21, P5, P8)
--FILE--
<?php
use function Async\{spawn, suspend, gracefulShutdown};

$started = $cleaned = 0;
for ($i = 0; $i < 3; $i++) {
    spawn(function () use (&$started, &$cleaned) {
        $started++;
        try {
            Async\delay(600000);
        } finally {
            suspend();
            $cleaned++;
        }
    });
}
spawn(function () {
    suspend();
    gracefulShutdown();
});
register_shutdown_function(function () use (&$started, &$cleaned) {
    // Not after exit and fatal errors.
    if ($cleaned > $started) echo "BROKEN: $started started, $cleaned cleaned up\n";
    echo "over\n";
});
try {
    Async\delay(600000);
} catch (Async\AsyncCancellation) {
    echo "cancelled\n";
}
// schedules: may go on, when the coroutine that shuts down is cancelled
// schedules: any
?>
--EXPECT--
cancelled
over
