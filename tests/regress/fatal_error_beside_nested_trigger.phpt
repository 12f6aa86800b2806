--TEST--
A fatal error while a trigger is awaited whose source is the view of another trigger, and is freed first
--FILE--
<?php
use Async\{Future, FutureState};
use function Async\{any, awaitAll, ignoreErrors, spawn, suspend};

$state = new FutureState;
spawn(function () use ($state) {
    // Made after the trigger of awaitAll(), so the engine frees it before.
    awaitAll((function () use ($state) {
        yield ignoreErrors(any([new Future($state)]));
    })());
});
suspend();
@trigger_error('fatal', E_USER_ERROR);
?>
--EXPECTF--
Fatal error: fatal in %s on line %d
