--TEST--
While a tick function waits, other coroutines have their ticks, it is not called by itself, and it stays registered (D43)
--SKIPIF--
<?php
declare(ticks=1);
function ticks(): int
{
    $n = 0;
    $count = function () use (&$n) { $n++; };
    register_tick_function($count);
    $a = 1;
    $a = 2;
    unregister_tick_function($count);
    return $n;
}
if (ticks() < 3) die('skip this PHP leaves out ticks inside of functions, as 8.6.0RC3 does');
?>
--FILE--
<?php
declare(ticks=1);
use function Async\{await, currentCoroutine, spawn, suspend};

function work(): void { $a = 1; $a = 2; $a = 3; $a = 4; $a = 5; }

/* Calls of each coroutine; `nested`: calls of a function by itself. */
function count_ticks(string $what, ?Closure $wait, ?Closure $other = null): void
{
    static $calls, $inside;
    $calls = $inside = [];
    $tick = function () use (&$calls, &$inside, $wait) {
        $id = currentCoroutine()->getId();
        $calls['nested'] = ($calls['nested'] ?? 0) + !empty($inside[$id]);
        $inside[$id] = true;
        $calls[$id] = ($calls[$id] ?? 0) + 1;
        $wait && $wait($calls[$id]);
        $inside[$id] = false;
    };
    $first = spawn(work(...));
    $second = spawn(work(...));
    $third = $other ? spawn($other, $tick) : null;
    register_tick_function($tick);
    suspend();
    await($first);
    await($second);
    $third && await($third);
    unregister_tick_function($tick);
    echo "$what: {$calls[$first->getId()]} {$calls[$second->getId()]}, nested {$calls['nested']}\n";
}

count_ticks('nothing waits', null);
count_ticks('each call waits', fn() => suspend());
count_ticks('one call waits for long', function ($n) {
    for ($i = 0; $n === 2 && $i < 20; $i++) {
        suspend();
    }
});
count_ticks('unregistered meanwhile', fn() => suspend(), function ($tick) {
    suspend();
    try {
        unregister_tick_function($tick);
        echo "UNREGISTERED\n";
    } catch (Error $e) {
        echo $e->getMessage(), "\n";
    }
});
count_ticks('one throws', function ($n) {
    suspend();
    try {
        if ($n === 3) {
            suspend();
            throw new Exception('thrown');
        }
    } catch (Exception $e) {
    }
});

// A function that throws while others are in it, too.
$throwing = [];
$throws = function () use (&$throwing) {
    if ($throw = $throwing[currentCoroutine()->getId()] ?? false) {
        unset($throwing[currentCoroutine()->getId()]);
        suspend();
        suspend();
        $throw === true || throw $throw;
    }
};
$all = [];
foreach ([true, new LogicException('one'), true, new LogicException('two')] as $throw) {
    $all[] = $one = spawn(function () { $a = 1; $a = 2; return 'no'; });
    $throwing[$one->getId()] = $throw;
}
register_tick_function($throws);
foreach ($all as $one) {
    try { echo await($one), ' '; } catch (LogicException $e) { echo $e->getMessage(), ' '; }
}
echo "\n";
?>
--EXPECT--
nothing waits: 5 5, nested 0
each call waits: 5 5, nested 0
one call waits for long: 5 5, nested 0
Registered tick function cannot be unregistered while it is being executed
unregistered meanwhile: 5 5, nested 0
one throws: 5 5, nested 0
no one no two
