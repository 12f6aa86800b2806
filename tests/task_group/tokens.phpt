--TEST--
Triggers and groups work with tokens, as tokens, and in several waits (TG-05, TG-06, AW-08, D3, D24)
--FILE--
<?php
use Async\{TaskGroup, AsyncCancellation, AwaitCancelledException, TimeoutException, CompositeException};
use function Async\{await, suspend, spawn, timeout};

function report(callable $what): void {
    try {
        echo json_encode($what()), "\n";
    } catch (Throwable $e) {
        echo get_class($e), ' "', $e->getMessage(), '" < ', get_debug_type($e->getPrevious()), "\n";
    }
}
$group = new TaskGroup();
$gate = timeout(100000);
$task = $group->spawn(function () use ($gate) { try { await($gate); } catch (AsyncCancellation) {} return 'done'; });
$triggers = [$group, $group->all(), $group->race(), $group->any(), $group->firstResult()];
foreach ($triggers as $awaitable) {
    report(fn() => await($awaitable, timeout(1)));
}
$gate->cancel();
foreach ($triggers as $awaitable) {
    report(fn() => await($awaitable, timeout(60000)));
}
/* A group that is over wins over a token that fired. */
$fired = spawn(fn() => 0);
await($fired);
report(fn() => await($group, $fired));
/* As tokens. */
$forever = spawn(function () { Async\delay(100000); });
foreach ($triggers as $token) {
    if ($token !== $triggers[2]) report(fn() => await($forever, $token));
}
$failing = new TaskGroup();
$failing->spawn(fn() => throw new Exception('failed'));
report(fn() => await($forever, $failing));
report(fn() => await($failing));
report(fn() => await($forever, $failing->all()));
report(fn() => await($forever, $failing->race()));
report(fn() => await($forever, $failing->race(true)));
$forever->cancel();
?>
--EXPECT--
Async\AwaitCancelledException "The wait was ended by its cancellation token" < Async\TimeoutException
Async\AwaitCancelledException "The wait was ended by its cancellation token" < Async\TimeoutException
Async\AwaitCancelledException "The wait was ended by its cancellation token" < Async\TimeoutException
Async\AwaitCancelledException "The wait was ended by its cancellation token" < Async\TimeoutException
Async\AwaitCancelledException "The wait was ended by its cancellation token" < Async\TimeoutException
["done"]
["done"]
"done"
"done"
"done"
["done"]
Async\AwaitCancelledException "The wait was ended by its cancellation token" < null
Async\AwaitCancelledException "The wait was ended by its cancellation token" < null
Async\AwaitCancelledException "The wait was ended by its cancellation token" < null
Async\AwaitCancelledException "The wait was ended by its cancellation token" < null
Exception "failed" < null
[]
Async\CompositeException "One exception: Exception: failed" < null
Exception "failed" < null
Async\AsyncException "No task of the group is left that could succeed" < null
