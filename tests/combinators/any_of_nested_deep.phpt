--TEST--
anyOf() of anyOf() at many levels: each level does not double the cost (CB-03, D23)
--FILE--
<?php
// schedules: any
use function Async\{all, anyOf, await, captureErrors, spawn};

function nest($source, int $levels, callable $wrap)
{
    for ($i = 0; $i < $levels; $i++) {
        $source = $wrap($source);
    }
    return $source;
}

echo json_encode(await(nest(spawn(fn() => 'value'), 60, fn($one) => anyOf(1, ['k' => $one])))) === str_repeat('{"k":', 60)
    . '"value"' . str_repeat('}', 60) ? "value\n" : "wrong\n";
try {
    await(nest(spawn(fn() => throw new LogicException('failure')), 60, fn($one) => anyOf(1, [$one])));
} catch (LogicException $e) {
    echo $e->getMessage(), "\n";
}
await(captureErrors(nest(spawn(fn() => 1), 60, fn($one) => all([anyOf(1, [$one])]))));
echo "done\n";
?>
--EXPECT--
value
failure
done
