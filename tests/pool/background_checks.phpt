--TEST--
Pool: idle resources are checked in the background, bad ones replaced up to the minimum, idle times stay, and the request is not kept alive
--FILE--
<?php
use Async\Pool;
use function Async\{delay, suspend, spawn, await};

function until(callable $condition): void
{
    while (!$condition()) {
        delay(1);
    }
}
$s = (object) ['made' => 0, 'bad' => [], 'fails' => false, 'checks' => [], 'destroyed' => []];
$options = [
    'factory' => function () use ($s) {
        delay(1);
        return $s->fails ? throw new LogicException('no server') : 'r' . ++$s->made;
    },
    'destructor' => function ($r) use ($s) { $s->destroyed[] = $r; },
    'healthcheck' => function ($r) use ($s) {
        delay(1);
        $s->checks[] = $r;
        return !in_array($r, $s->bad);
    },
];
echo "-- the bad one is replaced\n";
$pool = new Pool(...$options, min: 3, max: 5, checkInterval: 1_000_000, healthInterval: 30);
$s->bad = ['r2'];
until(fn() => $s->made === 4 && $pool->idle() === 3);
echo implode(', ', $s->destroyed), " destroyed\n";
until(fn() => count(array_unique($s->checks)) === 4);
var_dump(count($pool), $pool->lent());

echo "-- above the minimum it is only destroyed\n";
$held = [];
for ($i = 0; $i < 5; $i++) {
    $held[] = $pool->acquire();
}
array_map($pool->release(...), $held);
$s->bad[] = $held[0];
until(fn() => count($pool) === 4 && $pool->idle() === 4);
var_dump($s->destroyed === ['r2', $held[0]]);

echo "-- the factory fails meanwhile\n";
$s->fails = true;
$s->bad = ['r1', 'r2', 'r3', 'r4', 'r5', 'r6'];
until(fn() => count($pool) === 0);
echo count($s->destroyed), " destroyed\n";
try {
    $pool->acquire();
} catch (LogicException $e) {
    echo $e->getMessage(), "\n";
}
$s->fails = false;
until(fn() => $pool->idle() === 3);
$pool->close();

echo "-- a waiter gets the resource after its check\n";
$s->checks = [];
$pool = new Pool(...$options, min: 1, max: 1, checkInterval: 1_000_000, healthInterval: 20);
$name = $pool->use(fn($r) => $r);
until(function () use ($pool, $name) { return count($pool) - $pool->idle() === 1; });   // is being checked
echo $pool->lent(), ' lent, ', $pool->use(fn($r) => $r) === $name ? 'the same' : 'another', "\n";
var_dump($s->checks === array_fill(0, count($s->checks), $name) && count($s->checks) > 0);
$pool->close();

echo "-- checks do not make resources younger\n";
$s->checks = [];
$pool = new Pool(...$options, max: 2, idleTimeout: 100, healthInterval: 10);
$pool->use(fn() => null);
$start = hrtime(true);
until(fn() => count($pool) === 0);
var_dump(hrtime(true) - $start > 90e6, count($s->checks) > 0);

echo "-- an exception of the check\n";
$s->made = 0;
$pool = new Pool(fn() => ++$s->made, null, fn() => throw new DomainException('server gone'), min: 1, healthInterval: 10);
until(fn() => $s->made === 3);
$pool->close();

echo "-- closed during a check\n";
$pool = new Pool(fn() => 'y', fn($r) => print("destroyed $r\n"), function () use (&$pool) {
    $pool->close();
    delay(1);
    return true;
}, min: 1, healthInterval: 10);
until(fn() => $pool->isClosed());
until(fn() => count($pool) === 0);

$pool = new Pool(fn() => 'z', null, fn() => (bool) print("never\n"), min: 1, healthInterval: 3_600_000);
$under_way = new Pool(fn() => 'z', null, fn() => delay(20) ?? print("a check under way is finished\n"), min: 1, healthInterval: 1);
until(fn() => $under_way->idle() === 0);
echo "end\n";
?>
--EXPECT--
-- the bad one is replaced
r2 destroyed
int(3)
int(0)
-- above the minimum it is only destroyed
bool(true)
-- the factory fails meanwhile
6 destroyed
no server
-- a waiter gets the resource after its check
0 lent, the same
bool(true)
-- checks do not make resources younger
bool(true)
bool(true)
-- an exception of the check
-- closed during a check
destroyed y
end
a check under way is finished
