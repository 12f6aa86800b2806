--TEST--
Fiber::suspend() directly in a coroutine throws FiberError, as in main: coroutines are no Fibers (D22)
--FILE--
<?php
use function Async\{spawn, await};

foreach ([fn() => Fiber::suspend(1), fn() => await(spawn(fn() => Fiber::suspend(1)))] as $f) {
    try { $f(); } catch (FiberError $e) { echo $e->getMessage(), "\n"; }
}
var_dump(await(spawn(fn() => Fiber::getCurrent())));
(new Fiber(function () {
    // A coroutine spawned inside a Fiber does not run in it.
    var_dump(await(spawn(fn() => Fiber::getCurrent())));
    var_dump(Fiber::getCurrent() instanceof Fiber);
}))->start();
?>
--EXPECT--
Cannot suspend outside of a fiber
Cannot suspend outside of a fiber
NULL
NULL
bool(true)
