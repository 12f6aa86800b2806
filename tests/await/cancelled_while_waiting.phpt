--TEST--
Cancelling a coroutine that awaits another one ends only its wait; the awaited coroutine goes on (CN-02, AW-10)
--FILE--
<?php
use function Async\{spawn, await, suspend, delay};

$other = spawn(function () { delay(10); return 'other'; });
$waiter = spawn(function () use ($other) {
    try {
        await($other);
    } catch (Async\AsyncCancellation $e) {
        echo "waiter cancelled\n";
        throw $e;
    }
});
suspend();
$waiter->cancel();
try { await($waiter); } catch (Async\AsyncCancellation) { echo "seen\n"; }
var_dump($other->isCancellationRequested(), await($other));
?>
--EXPECT--
waiter cancelled
seen
bool(false)
string(5) "other"
