--TEST--
await() of a future takes a token; the future itself goes on (AW-07, AW-10, AW-17, D3)
--FILE--
<?php
// schedules: any
use Async\{Future, FutureState, AwaitCancelledException, TimeoutException};
use function Async\{await, timeout, spawn};

$state = new FutureState;
$future = new Future($state);
try {
    $future->await(timeout(1));
} catch (AwaitCancelledException $e) {
    echo get_class($e->getPrevious()), "\n";
}
var_dump($future->isCompleted());
$state->complete('later');
var_dump($future->await(timeout(1)));
class Mine implements Async\Awaitable {}
try {
    $future->await(new Mine);
} catch (TypeError $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECT--
Async\TimeoutException
bool(false)
string(5) "later"
Async\Future::await(): Argument #1 ($cancellation) must be an awaitable that an extension provides, Mine given
