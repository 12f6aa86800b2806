--TEST--
User code that gets at a pool while its constructor makes the first resources takes and keeps places of its own (P5)
--FILE--
<?php
use Async\Pool;
use function Async\{await, delay, spawn, suspend};

/* The factory finds the pool that is being constructed. */
function find_pool(): ?Pool
{
    foreach (debug_backtrace() as $frame) {
        if (($frame['object'] ?? null) instanceof Pool) {
            return $frame['object'];
        }
    }
    return null;
}

function show(Pool $pool): string
{
    return "{$pool->count()} places, {$pool->idle()} idle, {$pool->lent()} lent";
}

$made = 0;
$pool = null;
$uses = [];
$factory = function () use (&$made, &$pool, &$uses) {
    $number = ++$made;
    if ($number === 1) {
        $pool = find_pool();
        /* These run while the constructor waits, and hold their places until it is over. */
        for ($i = 0; $i < 2; $i++) {
            $uses[] = spawn(fn() => $pool->use(function ($resource) {
                delay(200);
                return $resource->number;
            }));
        }
    }
    delay(1);
    return (object) ['number' => $number];
};
$same = new Pool($factory, min: 3, max: 4);
var_dump($same === $pool);
echo "constructed: {$pool->count()} places\n";
$numbers = array_map(Async\await(...), $uses);
echo 'two different resources: ', json_encode(count(array_unique($numbers)) === 2), "\n";
echo 'all are back: ', show($pool), "\n";
$pool->close();
echo 'closed: ', show($pool), "\n";

/* Closed while its constructor makes resources: none is kept. */
$destroyed = 0;
$closed = new Pool(function () {
    find_pool()->close();
    return new stdClass;
}, function () use (&$destroyed) { $destroyed++; }, min: 2);
echo show($closed), ", $destroyed destroyed\n";

/* The constructor waits in a Fiber, and goes on in another coroutine. */
$fiber = new Fiber(fn() => new Pool(fn() => [new stdClass, Fiber::suspend()][0], min: 2));
await(spawn(fn() => $fiber->start()));
suspend();
while (!$fiber->isTerminated()) {
    await(spawn(fn() => $fiber->resume()));
}
echo show($fiber->getReturn()), "\n";
?>
--EXPECT--
bool(true)
constructed: 3 places
two different resources: true
all are back: 3 places, 3 idle, 0 lent
closed: 0 places, 0 idle, 0 lent
0 places, 0 idle, 0 lent, 1 destroyed
2 places, 2 idle, 0 lent
