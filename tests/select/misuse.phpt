--TEST--
select() refuses an empty list, sources of other types, and the calling coroutine, and takes nothing (D23, D26, D27)
--FILE--
<?php
use Async\{Channel, Scope};
use function Async\{select, currentCoroutine};

final class Pretender implements Async\Awaitable
{
}

$channel = new Channel(1);
foreach ([
    [],
    ['x' => 1],
    [$channel, new stdClass],
    [new Pretender],
    [new Scope],
    [[$channel]],
    [[$channel, 1, 2]],
    [['channel' => $channel, 'value' => 1]],
    'pair' => ['p' => [new ArrayObject, 1]],
    [currentCoroutine()],
] as $sources) {
    try {
        select($sources);
        echo "BROKEN: nothing\n";
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
try {
    select([new Channel], new Pretender);
} catch (TypeError $e) {
    echo $e->getMessage(), "\n";
}
var_dump(count($channel));
?>
--EXPECTF--
Async\AsyncException: select() without sources would wait for ever
TypeError: Async\select(): Argument #1 ($sources) must contain awaitables and pairs of a channel and a value, int given at key "x"
TypeError: Async\select(): Argument #1 ($sources) must contain awaitables and pairs of a channel and a value, stdClass given at key 1
TypeError: Async\select(): Argument #1 ($sources) must contain awaitables and pairs of a channel and a value, Pretender given at key 0
TypeError: Async\select(): Argument #1 ($sources) must contain awaitables and pairs of a channel and a value, Async\Scope given at key 0
TypeError: Async\select(): Argument #1 ($sources) must contain awaitables and pairs of a channel and a value, array given at key 0
TypeError: Async\select(): Argument #1 ($sources) must contain awaitables and pairs of a channel and a value, array given at key 0
TypeError: Async\select(): Argument #1 ($sources) must contain awaitables and pairs of a channel and a value, array given at key 0
TypeError: Async\select(): Argument #1 ($sources) must contain awaitables and pairs of a channel and a value, array given at key "p"
Async\AsyncException: A coroutine cannot await itself. Coroutine spawned at %s:%d
Async\select(): Argument #2 ($cancellation) must be an awaitable that an extension provides, Pretender given
int(0)
