--TEST--
A callback whose scope is cancelled before the callback starts does not run; its future is cancelled (AW-17)
--FILE--
<?php
// schedules: any
use Async\{Future, FutureState, Scope, AsyncCancellation};
use function Async\{await, suspend};

$state = new FutureState;
$future = new Future($state);
$scope = new Scope;
$map = await($scope->spawn(fn() => $future->map(fn() => print("not called\n"))));
$state->complete();
$scope->cancel(new AsyncCancellation('before its turn'));
try {
    await($map);
} catch (AsyncCancellation $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECT--
before its turn
