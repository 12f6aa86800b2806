--TEST--
Pool: it opens at most the maximum, on demand, several at once, lends in the order of the calls, and reuses resources (P5)
--FILE--
<?php
use Async\Pool;
use function Async\{spawn, await, awaitAll, suspend};

$made = $making = $mostMaking = 0;
$pool = new Pool(function () use (&$made, &$making, &$mostMaking) {
    $mostMaking = max($mostMaking, ++$making);
    suspend();
    $making--;
    return (object) ['number' => ++$made];
}, max: 3);
var_dump(count($pool), $pool->idle());

$order = [];
$work = function (int $n) use ($pool, &$order) {
    $resource = $pool->acquire();
    $order[] = $n;
    suspend();
    if ($n % 2) {
        $pool->release($resource);
    }
    // Otherwise it returns when the coroutine ends.
    return $resource->number;
};
$all = [];
for ($n = 0; $n < 8; $n++) {
    $all[] = spawn($work, $n);
}
suspend();
suspend();
echo 'lent ', $pool->lent(), ', waiting ', $pool->waiting(), "\n";
[$numbers] = awaitAll($all);
echo implode(' ', $order), "\n";
echo "$made made, at most $mostMaking at a time, ", max($numbers), " the last\n";
echo count($pool), ' in all, ', $pool->idle(), ' idle, ', $pool->lent(), ' lent, ', $pool->waiting(), " waiting\n";

// A holder that acquires again gets another resource; the one that returned last is lent first.
$a = $pool->acquire();
$b = $pool->acquire();
var_dump($a !== $b, $pool->lent());
$pool->release($a);
var_dump($pool->acquire() === $a);
$pool->release($a);
$pool->release($b);

// No overtaking: a resource handed to one waiter is not available to another caller.
$held = [$pool->acquire(), $pool->acquire(), $pool->acquire()];
$waiter = spawn(function () use ($pool) {
    $resource = $pool->acquire();
    echo "waiter has it\n";
    return $resource;
});
suspend();
$pool->release($held[1]);
var_dump($pool->tryAcquire(), $pool->idle(), $pool->waiting());
var_dump(await($waiter) === $held[1]);
$again = $pool->tryAcquire();
var_dump($again === $held[1]);
// schedules: none, it tests the order of turns
?>
--EXPECT--
int(0)
int(0)
lent 3, waiting 5
0 1 2 3 4 5 6 7
3 made, at most 3 at a time, 3 the last
3 in all, 3 idle, 0 lent, 0 waiting
bool(true)
int(2)
bool(true)
NULL
int(0)
int(0)
waiter has it
bool(true)
bool(true)
