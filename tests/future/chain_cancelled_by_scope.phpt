--TEST--
The scope of a suspended callback is cancelled: the new future is cancelled with it; finally() is shielded (AW-17, D25)
--FILE--
<?php
// schedules: may deadlock
use Async\{Future, FutureState, Scope, AsyncCancellation};
use function Async\{await, suspend, spawn};

$gate = new Future($open = new FutureState);
$scope = new Scope;
[$map, $finally] = await($scope->spawn(function () use ($gate) {
    $done = Future::completed('value');
    return [
        $done->map(function () use ($gate) {
            try {
                await($gate);
                echo "not reached\n";
            } finally {
                echo "callback cancelled\n";
            }
        }),
        $done->finally(function () use ($gate) {
            await($gate);
            echo "finally goes on\n";
        }),
    ];
}));
suspend();
suspend();
$scope->cancel(new AsyncCancellation('of the scope'));
suspend();
$open->complete();
try {
    await($map);
} catch (AsyncCancellation $e) {
    echo $e->getMessage(), "\n";
}
var_dump(await($finally));
?>
--EXPECT--
callback cancelled
of the scope
finally goes on
string(5) "value"
