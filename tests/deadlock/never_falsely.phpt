--TEST--
No deadlock is reported while a timer can still wake a coroutine, directly or through others (D21, P14)
--FILE--
<?php
use function Async\{spawn, await, delay, timeout};

// A cycle that a token breaks.
$a = spawn(function () use (&$b) {
    try { await($b, timeout(300)); } catch (Async\AwaitCancelledException) { echo "token fired\n"; }
});
$b = spawn(fn() => await($a));
// Many coroutines wait for one that sleeps.
$sleeper = spawn(function () { delay(10); echo "slept\n"; });
foreach ([1, 2, 3] as $i) spawn(fn() => await($sleeper));
// Main waits for a chain.
$chain = $sleeper;
foreach (range(1, 20) as $i) $chain = spawn(fn() => await($chain));
await($chain);
await($b);
echo "end\n";
// schedules: any
?>
--EXPECT--
slept
token fired
end
