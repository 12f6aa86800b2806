--TEST--
Pool: wrong numbers and callables, resources not lent or lent to others, a closed pool, constructed twice or not at all
--FILE--
<?php
use Async\Pool;
use function Async\{spawn, await};

$pool = new Pool(fn() => new stdClass, max: 2);
$other = new Pool(fn() => new stdClass);
$mine = $pool->acquire();
$theirs = await(spawn(function () use ($other, &$keeper) {
    // After the end of the coroutine the resource belongs to the pool.
    return $other->acquire();
}));
$closed = new Pool(fn() => new stdClass);
$lent = $closed->acquire();
$closed->close();
$closed->close();
foreach ([
    fn() => new Pool,
    fn() => new Pool('no such function'),
    fn() => new Pool(fn() => 1, min: -1),
    fn() => new Pool(fn() => 1, max: 0),
    fn() => new Pool(fn() => 1, min: 3, max: 2),
    fn() => new Pool(fn() => 1, idleTimeout: -1),
    fn() => new Pool(fn() => 1, maxLifetime: -1),
    fn() => new Pool(fn() => 1, maxUses: -1),
    fn() => new Pool(fn() => 1, checkInterval: -1),
    fn() => $pool->release(new stdClass),
    fn() => $pool->release($theirs),
    fn() => $other->release($theirs),
    fn() => $pool->discard(null),
    fn() => $pool->use(function ($r) use ($pool) { $pool->release($r); $pool->release($r); }),
    fn() => await(spawn(fn() => $pool->release($mine))),
    fn() => $pool->acquire(new stdClass),
    fn() => $closed->acquire(),
    fn() => $closed->tryAcquire(),
    fn() => $closed->use(fn() => 1),
    fn() => $pool->__construct(fn() => 1),
    fn() => clone $pool,
    fn() => serialize($pool),
    fn() => $pool->property = 1,
] as $misuse) {
    try {
        $misuse();
        echo "BROKEN: nothing\n";
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
var_dump($pool->lent(), $pool->isClosed(), $closed->isClosed(), count($closed));
$closed->release($lent);
var_dump(count($closed));
$pool->use(fn($r) => $pool->release($r));
var_dump($pool->idle());

// A factory that uses its own pool.
$nested = new Pool(function () use (&$nested) { return [$nested->tryAcquire()]; }, max: 3);
echo json_encode($nested->acquire()), "\n";
?>
--EXPECTF--
ArgumentCountError: Async\Pool::__construct() expects at least 1 argument, 0 given
TypeError: Async\Pool::__construct(): Argument #1 ($factory) must be a valid callback, function "no such function" not found or invalid function name
ValueError: Async\Pool::__construct(): Argument #5 ($min) must be greater than or equal to 0
ValueError: Async\Pool::__construct(): Argument #6 ($max) must be greater than or equal to 1
ValueError: Async\Pool::__construct(): Argument #5 ($min) must not be greater than argument #6 ($max)
ValueError: Async\Pool::__construct(): Argument #7 ($idleTimeout) must be greater than or equal to 0
ValueError: Async\Pool::__construct(): Argument #8 ($maxLifetime) must be greater than or equal to 0
ValueError: Async\Pool::__construct(): Argument #9 ($maxUses) must be greater than or equal to 0
ValueError: Async\Pool::__construct(): Argument #10 ($checkInterval) must be greater than or equal to 0
Async\AsyncException: The resource is not lent by this pool: it was returned already, or is not from this pool
Async\AsyncException: The resource is not lent by this pool: it was returned already, or is not from this pool
Async\AsyncException: The resource is not lent by this pool: it was returned already, or is not from this pool
Async\AsyncException: The resource is not lent by this pool: it was returned already, or is not from this pool
Async\AsyncException: The resource is not lent by this pool: it was returned already, or is not from this pool
Async\AsyncException: The resource is held by another coroutine, #1, since %smisuse.php:7
TypeError: Async\Pool::acquire(): Argument #1 ($cancellation) must be of type ?Async\Awaitable, stdClass given
Async\AsyncException: The pool is closed
Async\AsyncException: The pool is closed
Async\AsyncException: The pool is closed
Async\AsyncException: Async\Pool is constructed once
Error: Trying to clone an uncloneable object of class Async\Pool
Exception: Serialization of 'Async\Pool' is not allowed
Error: Cannot create dynamic property Async\Pool::$property
int(1)
bool(false)
bool(true)
int(1)
int(0)
int(1)
[[[null]]]
