--TEST--
Pool: a resource returns when the acquiring coroutine ends: by return, exception or cancellation, even while its handle is held
--FILE--
<?php
use Async\{Pool, Scope};
use function Async\{spawn, await, suspend, delay, protect};

$pool = new Pool(fn() => new stdClass, max: 1, reset: function () { echo "reset\n"; });
$hold = function (callable $then) use ($pool) {
    $pool->acquire();
    return $then();
};
$returns = spawn($hold, fn() => 'value');
echo await($returns), ', lent ', $pool->lent(), "\n";
$fails = spawn($hold, fn() => throw new LogicException('failed'));
try {
    await($fails);
} catch (LogicException $e) {
    echo $e->getMessage(), ', lent ', $pool->lent(), "\n";
}
$parked = spawn($hold, fn() => delay(100000));
suspend();
suspend();
var_dump($pool->lent());
$parked->cancel();
try {
    await($parked);
} catch (Async\AsyncCancellation) {
    echo 'cancelled, lent ', $pool->lent(), "\n";
}
// The handles still exist.
var_dump($returns->isCompleted(), $fails->isCompleted(), $parked->isCancelled());

// A child can use a resource that its parent has acquired, and does not own it.
$parent = spawn(function () use ($pool, &$child) {
    $resource = $pool->acquire();
    $child = spawn(function () use ($pool, $resource) {
        suspend();
        try {
            $pool->release($resource);
        } catch (Async\AsyncException $e) {
            echo $e->getMessage(), "\n";
        }
    });
});
await($parent);
await($child);
// A scope is complete when all resources of its coroutines have returned and are reset.
$scope = new Scope;
$scope->spawn($hold, fn() => null);
$scope->awaitCompletion();
var_dump($pool->idle());

// The main flow is a coroutine, too.
register_shutdown_function(function () use ($pool) {
    echo 'at the end: lent ', $pool->lent(), ', idle ', $pool->idle(), "\n";
    $resource = $pool->acquire();
    $pool->release($resource);
});
$pool->acquire();
echo "end of main\n";
?>
--EXPECT--
value, lent 0
reset
failed, lent 0
reset
int(1)
reset
cancelled, lent 0
bool(true)
bool(true)
bool(true)
reset
The resource is not lent by this pool: it was returned already, or is not from this pool
reset
int(1)
end of main
reset
at the end: lent 0, idle 1
reset
