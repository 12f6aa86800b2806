--TEST--
fiber.stack_size below any usable size, changed at any time: coroutines still get usable stacks (architecture "Stack size")
--FILE--
<?php
use function Async\{spawn, await, suspend};

function depth(int $n): int
{
    return $n === 0 ? 0 : 1 + array_sum(array_map('depth', [$n - 1]));
}

// An empty value is 0.
foreach (['', '1', '4096', '5000'] as $i => $size) {
    ini_set('fiber.stack_size', $size);
    // More than before, all parked at once: some have stacks made with this setting.
    $coroutines = array_map(fn() => spawn(function () {
        suspend();
        return depth(30);
    }), range(1, 2 * $i + 2));
    echo implode(' ', array_map(Async\await(...), $coroutines)), "\n";
}
?>
--EXPECT--
30 30
30 30 30 30
30 30 30 30 30 30
30 30 30 30 30 30 30 30
