--TEST--
coroutineContext() outside the asynchronous part of the request throws AsyncException (CL-01, D33)
--FILE--
<?php
Async\suspend();
register_shutdown_function(function () {
    try { Async\coroutineContext(); } catch (Async\AsyncException $e) { echo $e->getMessage(), "\n"; }
});
?>
--EXPECT--
Cannot tell the current coroutine: the request is shutting down, and its coroutines have ended
