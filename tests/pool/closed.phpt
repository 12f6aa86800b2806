--TEST--
Pool: close() refuses waiters, destroys idle resources at once and lent ones at their return; so does the pool's end
--FILE--
<?php
use Async\Pool;
use function Async\{spawn, await, suspend, delay};

$made = 0;
$make = function () use (&$made) { suspend(); return (object) ['n' => ++$made]; };
$destroy = function ($r) { suspend(); echo "destroyed $r->n\n"; };
$pool = new Pool($make, $destroy, max: 3, reset: fn() => print("BROKEN: reset\n"));
$a = $pool->acquire();
$b = $pool->acquire();
$holder = spawn(function () use ($pool) {
    $pool->acquire();
    suspend();
    suspend();
    suspend();
});
$wait = function () use (&$pool) {
    try {
        $pool->acquire();
        echo "BROKEN: acquired\n";
    } catch (Async\AsyncException $e) {
        echo $e->getMessage(), "\n";
    }
};
$waiters = [spawn($wait), spawn($wait)];
suspend();
suspend();
var_dump($pool->waiting());
$pool->close();
var_dump($pool->waiting(), $pool->lent());
array_map(Async\await(...), $waiters);
$pool->release($a);
await($holder);
while (count($pool) > 1) {
    suspend();
}
$pool->release($b);
var_dump(count($pool));

// Closed while a resource is being opened.
$pool = new Pool($make, $destroy);
$maker = spawn($wait);
suspend();
$pool->close();
await($maker);
var_dump(count($pool));

// The pool has no reference any more: idle resources are destroyed at once, the lent one when it returns.
$pool = new Pool($make, $destroy, max: 3);
$holder = spawn(function () use (&$pool) {
    $local = $pool;
    $pool = null;
    $local->use(fn() => $local->use(fn() => null));
    $local->acquire();
    $local = null;
    suspend();
    echo "holder ends\n";
});
await($holder);
delay(0);
delay(0);
delay(0);
$pool = new Pool($make, $destroy);
$pool->use(fn() => null);
$pool = null;
// The exception that is being thrown stays.
function drop($make, $destroy) {
    $pool = new Pool($make, $destroy);
    $pool->use(fn() => null);
    throw new LogicException('in flight');
}
try {
    drop($make, $destroy);
} catch (LogicException $e) {
    echo $e->getMessage(), "\n";
}
$atTheEnd = new Pool($make, $destroy);
$atTheEnd->use(fn() => null);
echo "end of main\n";
// schedules: none, it tests the order of turns
?>
--EXPECT--
int(2)
int(0)
int(3)
The pool is closed
The pool is closed
destroyed 1
destroyed 3
destroyed 2
int(0)
destroyed 4
The pool is closed
int(0)
holder ends
destroyed 5
destroyed 6
destroyed 7
destroyed 8
in flight
end of main
destroyed 9
