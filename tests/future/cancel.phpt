--TEST--
A cancelled future throws the cancellation at every await; a later completion is ignored without an error (AW-17, D34)
--FILE--
<?php
// schedules: any
// schedules: may deadlock
use Async\{Future, FutureState, AsyncCancellation};
use function Async\{await, spawn, suspend};

$state = new FutureState;
$future = new Future($state);
$waiter = spawn(function () use ($future) {
    try {
        await($future);
    } catch (AsyncCancellation $e) {
        echo 'waiter: ', preg_replace('~ at .*~', ' at a place', $e->getMessage()), "\n";
    }
});
suspend();
$future->cancel();
$future->cancel(new AsyncCancellation('too late'));
$state->complete('too late');
$state->error(new Exception('too late'));
await($waiter);
var_dump($future->isCompleted(), $future->isCancelled(), $state->isCompleted());

$future = new Future;
$future->cancel($mine = new AsyncCancellation('mine'));
try {
    await($future);
} catch (AsyncCancellation $e) {
    var_dump($e === $mine);
}
$done = Future::completed(1);
$done->cancel();
var_dump($done->isCancelled(), await($done));
?>
--EXPECT--
waiter: cancelled at a place
bool(true)
bool(true)
bool(true)
bool(true)
bool(false)
int(1)
