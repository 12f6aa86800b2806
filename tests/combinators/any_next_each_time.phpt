--TEST--
any() gives the next completion at each await, in the order of completion, until none is left (CB-01, CB-06, AW-15, D23)
--FILE--
<?php
use function Async\{spawn, await, any, suspend};

$task = fn(string $name, int $rounds) => spawn(function () use ($name, $rounds) {
    while ($rounds-- > 0) suspend();
    return $name;
});
$trigger = any([$task('slow', 9), $task('quick', 1), $task('middle', 5)]);
var_dump($trigger instanceof Async\Awaitable);
for ($i = 0; $i < 4; $i++) {
    try {
        echo await($trigger), "\n";
    } catch (Async\AsyncException $e) {
        echo $e->getMessage(), "\n";
    }
}
?>
--EXPECT--
bool(true)
quick
middle
slow
Nothing is left to wait for: all sources of any() have been delivered
