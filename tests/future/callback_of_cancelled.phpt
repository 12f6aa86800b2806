--TEST--
A callback whose future was cancelled meanwhile: its error raises a warning, a cancellation from it does not (P7, D38)
--FILE--
<?php
use Async\{AsyncCancellation, Future, FutureState};
use function Async\suspend;

foreach ([new Exception('too late'), new AsyncCancellation('gone')] as $error) {
    $go = new FutureState;
    $source = Future::completed(1);
    $mapped = $source->map(function () use ($go, $error) {
        echo "callback\n";
        (new Future($go))->await();
        throw $error;
    });
    suspend();
    suspend();
    $mapped->cancel();
    $go->complete();
    suspend();
    suspend();
    echo "cancelled: ";
    var_dump($mapped->isCancelled());
}
?>
--EXPECTF--
callback

Warning: Unobserved error of the future created at %s:8, await it or call ignore(): Exception: too late in %s:5 in %s on line %d
cancelled: bool(true)
callback
cancelled: bool(true)
