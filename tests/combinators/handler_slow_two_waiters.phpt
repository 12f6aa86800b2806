--TEST--
Two coroutines await a trigger while the handler of a nested one suspends: one call, one result for each waiter (CB-05, CB-06, D23)
--FILE--
<?php
// schedules: may deadlock
use Async\{Future, FutureState};
use function Async\{spawn, await, any, ignoreErrors, suspend};

$gate = new Future($open = new FutureState);
$trigger = any([
    ignoreErrors(Future::failed(new Exception('one')), function () use ($gate) {
        echo "handler\n";
        await($gate);
        echo "handler is done\n";
    }),
    Future::completed('other'),
]);
foreach (['a', 'b'] as $name) {
    $waiters[] = spawn(function () use ($trigger, $name) {
        $value = await($trigger);
        echo "$name: ", json_encode($value), "\n";
    });
}
suspend();
suspend();
$open->complete();
foreach ($waiters as $w) await($w);
?>
--EXPECT--
handler
handler is done
a: null
b: "other"
