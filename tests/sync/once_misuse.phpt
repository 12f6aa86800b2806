--TEST--
once(): a callback that calls the closure itself; the internal class; cycles through the closure are collected
--FILE--
<?php
use Async\OnceFunction;
use function Async\{once, spawn, await};

foreach ([
    function () {
        $get = once(function () use (&$get) {
            return $get();
        });
        $get();
    },
    fn() => once('no such function'),
    fn() => once(fn() => 1)(new stdClass),
    fn() => new OnceFunction,
    fn() => once(function (int $x) {
    })(),
] as $misuse) {
    try {
        $misuse();
        echo "BROKEN: nothing\n";
    } catch (Throwable $e) {
        echo get_class($e), ': ', preg_replace('~, 0 passed.*~', '', $e->getMessage()), "\n";
    }
}

class Canary
{
    public $get;

    public function __destruct()
    {
        echo "collected\n";
    }
}
$canary = new Canary;
$canary->get = once(fn() => $canary);
unset($canary);
gc_collect_cycles();
$canary = new Canary;
$canary->get = once(fn() => $canary);
($canary->get)();
unset($canary);
gc_collect_cycles();

// Two closures that wait for each other's result.
$a = once(function () use (&$b) {
    Async\suspend();
    return $b();
});
$b = once(function () use (&$a) {
    Async\suspend();
    return $a();
});
spawn($a);
spawn($b);
?>
--EXPECTF--
Async\AsyncException: The callback of once() calls itself: it would wait for its own result
TypeError: Async\once(): Argument #1 ($callback) must be a valid callback, function "no such function" not found or invalid function name
TypeError: Async\OnceFunction::__invoke(): Argument #1 ($cancellation) must be of type ?Async\Awaitable, stdClass given
Error: Call to private Async\OnceFunction::__construct() from global scope
ArgumentCountError: Too few arguments to function {closure%S}()
collected
collected

Warning: Deadlock: coroutine #%d spawned at %s, waits for Async\once() made at %s:%d, held by coroutine #%d; cycle: #%d -> #%d -> #%d in %s on line %d

Warning: Deadlock: coroutine #%d spawned at %s, waits for Async\once() made at %s:%d, held by coroutine #%d; cycle: #%d -> #%d -> #%d in %s on line %d

Fatal error: Uncaught Async\DeadlockError: Deadlock detected: all 2 coroutines wait and nothing can wake one in %a
