--TEST--
A suspended coroutine that is cancelled catches the cancellation at suspend() and runs to its end (SU-05, SU-06)
--FILE--
<?php
use function Async\{spawn, suspend};

$coroutine = spawn(function () {
    try {
        suspend();
    } catch (\Throwable $e) {
        echo 'Caught exception: ', str_replace(__DIR__, '', $e->getMessage()), "\n";
    }
    echo "Goodbye\n";
});
suspend();
$coroutine->cancel();
?>
--EXPECT--
Caught exception: cancelled at /cancelled_message.php:13
Goodbye
