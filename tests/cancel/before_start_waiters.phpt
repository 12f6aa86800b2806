--TEST--
Existing waiters of a coroutine that is cancelled before its start are woken with the cancellation (CN-01, CN-03, P1)
--FILE--
<?php
use function Async\{spawn, await, suspend};

$waiter = null;
spawn(function () use (&$victim, &$waiter) {
    // Runs before the victim's turn.
    $waiter = spawn(function () {});
    $victim->cancel(new Async\AsyncCancellation('too early'));
});
$victim = spawn(fn() => print("never\n"));
try {
    await($victim);
} catch (Async\AsyncCancellation $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECT--
too early
