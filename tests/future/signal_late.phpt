--TEST--
In shutdown functions a wait for a signal is refused; a registered signal does no harm (TM-07, D14)
--EXTENSIONS--
pcntl
--FILE--
<?php
// schedules: none: without its signal it would wait for ever
use function Async\signal;

$kept = signal(SIGUSR1);
$chain = signal(SIGUSR2)->map(fn() => 1);
register_shutdown_function(function () {
    try {
        signal(SIGUSR1);
    } catch (Async\AsyncException $e) {
        echo $e->getMessage(), "\n";
    }
});
?>
--EXPECT--
Cannot wait for a signal: the request is shutting down, and its coroutines have ended
