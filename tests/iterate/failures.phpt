--TEST--
iterate(): the first exception, also of a coroutine that a callback spawned, cancels the rest and is thrown; later ones are warnings (D39, D10 c)
--FILE--
<?php
use function Async\{iterate, suspend, spawn, delay};

function attempt(callable $f) { try { $f(); echo "no exception\n"; } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; } }

attempt(fn() => iterate([1, 2, 3], function ($v) {
    suspend();
    if ($v === 2) throw new Exception("callback $v");
    try { delay(600000); } finally { suspend(); echo "cleanup of $v\n"; }
}));
attempt(fn() => iterate([1], function () {
    spawn(fn() => throw new LogicException('spawned below'));
    delay(600000);
}));
attempt(fn() => iterate([1, 2], fn($v) => throw new Exception("both, $v")));
attempt(fn() => iterate([1, 2], function ($v) {
    try { if ($v === 1) { suspend(); throw new Exception('first'); } delay(600000); } finally { if ($v === 2) throw new Exception('in the cleanup'); }
}));
// A cancellation is no failure.
attempt(fn() => iterate([1, 2], function ($v) { if ($v === 1) Async\currentCoroutine()->cancel(); suspend(); echo "$v went on\n"; }));
// A caught exception is no failure.
attempt(fn() => iterate([1], function () { try { throw new Exception; } catch (Exception) {} }));
attempt(fn() => iterate([1], 'strrev'));
?>
--EXPECTF--
cleanup of 1
cleanup of 3
Exception: callback 2
LogicException: spawned below

Warning: Uncaught Exception: both, 2 in %s:%d
Stack trace:
#0 [internal function]: {closure%S}(2, 1)
#1 {main}
  thrown in %s on line %d
Exception: both, 1

Warning: Uncaught Exception: first in %s
%A
Next Async\AsyncCancellation: The scope was cancelled by an uncaught Exception in %s
%A
Next Exception: in the cleanup in %s
%A
Exception: first
2 went on
no exception
no exception
ArgumentCountError: strrev() expects exactly 1 argument, 2 given
