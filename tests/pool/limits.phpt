--TEST--
Pool: minimum, idle limit, lifetime, number of uses, and how often a resource is checked
--FILE--
<?php
use Async\Pool;
use function Async\{delay, suspend, spawn};

function pool(mixed ...$options): Pool
{
    $made = 0;
    $make = function () use (&$made) { return ++$made; };
    return new Pool($make, function ($r) { suspend(); echo "destroyed $r\n"; }, ...$options);
}
function until(callable $condition): void
{
    while (!$condition()) {
        delay(1);
    }
}
echo "-- min, idle limit\n";
$pool = pool(min: 2, max: 5, idleTimeout: 300);
echo count($pool), ' made, ', $pool->idle(), " idle\n";
$held = [];
for ($i = 0; $i < 4; $i++) {
    $held[] = $pool->acquire();
}
array_map($pool->release(...), $held);
var_dump($pool->idle());
until(fn() => count($pool) === 2);
delay(400);
var_dump(count($pool), $pool->idle());
$pool->close();
// Lent and returned when the time is over, which is noticed between two coroutines.
$pool = pool(idleTimeout: 300);
$pool->use(fn() => null);
spawn(function () use ($pool) {
    delay(150);
    $pool->use(fn() => null);
});
delay(400);
until(fn() => count($pool) === 0);
echo "-- uses\n";
$pool = pool(maxUses: 2);
foreach ([1, 2, 3] as $i) {
    $pool->use(fn($r) => print("use $r\n"));
}
$pool->close();
echo "-- uses, at the end of a coroutine\n";
$pool = pool(maxUses: 1);
spawn($pool->acquire(...));
suspend();
until(fn() => count($pool) === 0);
echo "-- lifetime\n";
$pool = pool(maxLifetime: 30);
$young = $pool->acquire();
$pool->release($young);
$start = hrtime(true);
while (hrtime(true) - $start < 35e6) {
    delay(5);
}
var_dump($pool->acquire());
echo "-- check\n";
$checked = [];
$healthy = true;
$pool = pool(healthcheck: function ($r) use (&$checked, &$healthy) { $checked[] = $r; return $healthy; }, checkInterval: 100000);
$pool->use(fn($a) => $pool->use(fn($b) => $pool->use(fn($c) => 0)));
$pool->use(fn($a) => $pool->use(fn($b) => 0));
var_dump($pool->idle(), $checked);
$pool = pool(healthcheck: function ($r) use (&$checked, &$healthy) { $checked[] = $r; return $healthy; }, checkInterval: 20);
$pool->use(fn($a) => $pool->use(fn($b) => $pool->use(fn($c) => 0)));
delay(25);
$checked = [];
$healthy = false;
echo $pool->acquire(), ' after ', implode(' ', $checked), "\n";
$healthy = true;
// One was broken: the others are checked, although they were checked recently.
echo $pool->acquire(), ' ', $pool->acquire(), ' after ', implode(' ', $checked), "\n";
?>
--EXPECT--
-- min, idle limit
2 made, 2 idle
int(4)
destroyed 2
destroyed 1
int(2)
int(2)
destroyed 3
destroyed 4
destroyed 1
-- uses
use 1
use 1
destroyed 1
use 2
destroyed 2
-- uses, at the end of a coroutine
destroyed 1
-- lifetime
destroyed 1
int(2)
-- check
int(3)
array(0) {
}
destroyed 3
destroyed 2
destroyed 1
destroyed 1
4 after 1
2 3 after 1 2 3
destroyed 2
destroyed 4
destroyed 2
destroyed 3
