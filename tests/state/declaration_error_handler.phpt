--TEST--
An error handler that is called while a class is declared cannot switch, nor be cancelled
--FILE--
<?php
use function Async\{spawn, await, suspend};

set_error_handler(function ($n, $message) {
    echo strtok($message, ' '), " handled\n";
    suspend();
    usleep(1);
    return true;
});
$coroutine = spawn(function () {
    Async\currentCoroutine()->cancel();
    eval('if (true) { class Items implements IteratorAggregate, Serializable {
        function getIterator() { return new ArrayIterator([]); }
        function serialize() {}
        function unserialize($data) {}
    } }');
    echo get_class(new Items), "\n";
    suspend();
    echo "never printed\n";
});
try {
    await($coroutine);
} catch (Async\AsyncCancellation) {
    echo "cancelled\n";
}
?>
--EXPECT--
Return handled
Items handled
Items
cancelled
