--TEST--
await() refuses types that are not Awaitable, and user classes that implement it, with a TypeError (AW-01, AW-05, D27, "Bad input")
--FILE--
<?php
use function Async\{spawn, await};

class Mine implements Async\Awaitable {}
class Mine2 implements Async\Completable {
    function cancel(?Async\AsyncCancellation $cancellation = null): void {}
    function isCompleted(): bool { return true; }
    function isCancelled(): bool { return false; }
}
$c = spawn(fn() => 1);
foreach ([fn() => await(42), fn() => await(null), fn() => await([$c]), fn() => await(new stdClass), fn() => await(fn() => 1),
    fn() => await(new Mine), fn() => await(new Mine2), fn() => await($c, 5), fn() => await($c, new Mine), fn() => await($c, new Mine2),
    fn() => await(new Fiber(fn() => 1)), fn() => await()] as $f) {
    try { $f(); echo "accepted\n"; } catch (TypeError $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
}
var_dump(await($c, null), await(cancellation: null, awaitable: $c));
?>
--EXPECTF--
TypeError: Async\await(): Argument #1 ($awaitable) must be of type Async\Awaitable, int given
TypeError: Async\await(): Argument #1 ($awaitable) must be of type Async\Awaitable, null given
TypeError: Async\await(): Argument #1 ($awaitable) must be of type Async\Awaitable, array given: pass it to awaitAll(), all() or any()
TypeError: Async\await(): Argument #1 ($awaitable) must be of type Async\Awaitable, stdClass given
TypeError: Async\await(): Argument #1 ($awaitable) must be of type Async\Awaitable, Closure given: pass the coroutine that spawn() makes of it
TypeError: Async\await(): Argument #1 ($awaitable) must be %s, Mine given
TypeError: Async\await(): Argument #1 ($awaitable) must be %s, Mine2 given
TypeError: Async\await(): Argument #2 ($cancellation) must be of type ?Async\Awaitable, int given
TypeError: Async\await(): Argument #2 ($cancellation) must be %s, Mine given
TypeError: Async\await(): Argument #2 ($cancellation) must be %s, Mine2 given
TypeError: Async\await(): Argument #1 ($awaitable) must be of type Async\Awaitable, Fiber given
ArgumentCountError: Async\await() expects at least 1 argument, 0 given
int(1)
int(1)
