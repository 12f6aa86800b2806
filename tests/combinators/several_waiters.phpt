--TEST--
Several coroutines await one trigger: any() gives each result to one waiter, all() the same result to every waiter (CB-06, AW-15, D23)
--FILE--
<?php
use function Async\{spawn, await, any, all, suspend};

foreach (['any', 'all'] as $kind) {
    $trigger = ("Async\\$kind")(array_map(fn($n) => spawn(function () use ($n) {
        for ($i = 0; $i < 3 * $n; $i++) suspend();
        return $n;
    }), [3, 1, 2]));
    $waiters = [];
    foreach (['a', 'b', 'c', 'd'] as $name) {
        $waiters[] = spawn(function () use ($trigger, $name) {
            try {
                $value = json_encode(await($trigger));
                echo "$name: $value\n";
            } catch (Async\AsyncException $e) {
                echo "$name: ", $e->getMessage(), "\n";
            }
        });
    }
    foreach ($waiters as $w) await($w);
}
?>
--EXPECT--
a: 1
b: 2
c: 3
d: Nothing is left to wait for: all sources of any() have been delivered
a: [3,1,2]
b: [3,1,2]
c: [3,1,2]
d: [3,1,2]
