--TEST--
The callback of finally() runs also when the future that finally() returned was cancelled before (AW-17)
--FILE--
<?php
use Async\{Future, FutureState, AsyncCancellation};
use function Async\{await, suspend};

$state = new FutureState;
$future = new Future($state);
$finally = $future->finally(function () { echo "cleaned up\n"; });
$map = $future->map(function () { echo "not called\n"; });
$finally->cancel();
$map->cancel();
$state->complete(1);
suspend();
var_dump($finally->isCancelled(), $map->isCancelled(), await($future));
?>
--EXPECT--
cleaned up
bool(true)
bool(true)
int(1)
