--TEST--
A future that is failed with a cancellation counts as cancelled and raises no warning (AW-17, D10 f, D38)
--FILE--
<?php
// schedules: any
use Async\{Future, FutureState, AsyncCancellation};

$state = new FutureState;
$future = new Future($state);
$state->error(new AsyncCancellation('given up'));
var_dump($future->isCancelled());
unset($future, $state);
var_dump(Future::failed(new AsyncCancellation('given up'))->isCancelled());
?>
--EXPECT--
bool(true)
bool(true)
