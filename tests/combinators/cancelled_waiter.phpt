--TEST--
A cancelled awaiter of a trigger has taken nothing: the next awaiter gets the result (CB-06, D34)
--FILE--
<?php
// schedules: may deadlock
use function Async\{spawn, await, any, suspend};
use Async\{Future, FutureState, AsyncCancellation};

$trigger = any([new Future($state = new FutureState)]);
$waiter = spawn(fn() => await($trigger));
suspend();
$state->complete('value');
$waiter->cancel();
suspend();
var_dump($waiter->isCancelled(), await($trigger));
?>
--EXPECT--
bool(true)
string(5) "value"
