--TEST--
Pool: a cancelled waiter has no resource; one handed to it passes on at once; a token limits the wait (D34, P5)
--FILE--
<?php
use Async\Pool;
use function Async\{spawn, suspend, await, timeout, delay};

$pool = new Pool(fn() => new stdClass, fn() => print("destroyed\n"), max: 1);
$resource = $pool->acquire();
$wait = function () use ($pool) {
    $pool->acquire();
    echo "BROKEN: acquired\n";
};
$parked = spawn($wait);
$woken = spawn($wait);
$last = spawn(function () use ($pool, $resource) {
    var_dump($pool->acquire() === $resource);
});
suspend();
var_dump($pool->waiting());
$parked->cancel();
var_dump($pool->waiting());
$pool->release($resource);
$woken->cancel();
await($last);
var_dump($parked->isCancelled(), $woken->isCancelled(), $pool->idle());

// Without another waiter: the resource is idle again at once.
$pool->acquire();
$woken = spawn($wait);
suspend();
$pool->release($resource);
var_dump($pool->idle());
$woken->cancel();
var_dump($pool->idle());
suspend();

// Closed in between: a service coroutine destroys it.
$pool->acquire();
$woken = spawn($wait);
suspend();
$pool->release($resource);
$pool->close();
$woken->cancel();
echo "closed\n";
delay(0);
suspend();
var_dump(count($pool));

// Time limits, and a factory that is cancelled: the place is free again.
$pool = new Pool(function () { suspend(); delay(1000000); }, max: 1);
$maker = spawn($pool->acquire(...));
suspend();
suspend();
var_dump(count($pool), $pool->lent());
try {
    $pool->acquire(timeout(2));
} catch (Async\AwaitCancelledException $e) {
    echo get_class($e->getPrevious()), "\n";
}
$maker->cancel();
suspend();
suspend();
var_dump(count($pool), $maker->isCancelled());
// schedules: none, it tests the order of turns
?>
--EXPECT--
int(3)
int(2)
bool(true)
bool(true)
bool(true)
int(1)
int(0)
int(1)
closed
destroyed
int(0)
int(1)
int(0)
Async\TimeoutException
int(0)
bool(true)
