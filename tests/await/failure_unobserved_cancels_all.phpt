--TEST--
A failure without an awaiter cancels all coroutines, main included, and ends the application like an uncaught exception (D10 b, D21)
--FILE--
<?php
use function Async\{spawn, await, delay};

register_shutdown_function(function () { echo "shutdown function\n"; });
$a = spawn(function () {
    try {
        delay(100000);
    } catch (Async\AsyncCancellation $e) {
        echo 'a: ', get_class($e), ', previous ', $e->getPrevious()?->getMessage(), "\n";
    } finally {
        echo "a: finally\n";
    }
});
$b = spawn(function () {
    throw new Exception('b failed');
});
try {
    await($a);
    await($b);
} finally {
    echo "main: finally\n";
}
?>
--EXPECTF--
main: finally
a: Async\AsyncCancellation, previous b failed
a: finally

Fatal error: Uncaught Exception: b failed in %s:%d
Stack trace:
#0 [internal function]: {closure%S}()
#1 {main}%A
shutdown function
