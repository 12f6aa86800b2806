--TEST--
onFinally() accepts only callables (quality "Bad input")
--FILE--
<?php
use function Async\{spawn, onFinally};

$c = spawn(fn() => 1);
foreach ([fn() => $c->onFinally(42), fn() => $c->onExit('no_such'), fn() => $c->finally(null), fn() => onFinally([]), fn() => $c->onFinally()] as $f) {
    try { $f(); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
}
?>
--EXPECT--
Async\Coroutine::onFinally(): Argument #1 ($callback) must be a valid callback, no array or string given
Async\Coroutine::onExit(): Argument #1 ($callback) must be a valid callback, function "no_such" not found or invalid function name
Async\Coroutine::finally(): Argument #1 ($callback) must be a valid callback, no array or string given
Async\onFinally(): Argument #1 ($callback) must be a valid callback, array callback must have exactly two members
Async\Coroutine::onFinally() expects exactly 1 argument, 0 given
