--TEST--
Pool: a failing factory throws at the caller and frees the place; errors of check, reset and destructor reach the caller
--FILE--
<?php
use Async\Pool;
use function Async\{spawn, await, suspend};

function tell(callable $f): void
{
    try {
        $f();
        echo "nothing thrown\n";
    } catch (Throwable $e) {
        for ($texts = []; $e; $e = $e->getPrevious()) {
            $texts[] = get_class($e) . ': ' . $e->getMessage();
        }
        echo implode(' <- ', $texts), "\n";
    }
}
echo "-- factory\n";
$calls = 0;
$pool = new Pool(function () use (&$calls) {
    $call = ++$calls;
    suspend();
    return $call === 2 ? (object) ['call' => $call] : throw new RuntimeException("attempt $call failed");
}, max: 1);
$all = [];
for ($i = 0; $i < 4; $i++) {
    $all[] = spawn(fn() => $pool->use(fn($resource) => $resource->call));
}
foreach ($all as $coroutine) {
    tell(fn() => print(await($coroutine) . ': '));
}
var_dump(count($pool), $calls);
tell(fn() => (new Pool(fn() => null))->acquire());
tell(fn() => new Pool(fn() => throw new RuntimeException('not even one'), min: 1));

echo "-- healthcheck\n";
$made = 0;
$health = fn($r) => $r !== 2;
$make = function () use (&$made) { return ++$made; };
$destroy = fn($r) => print("destroyed $r\n");
$check = function ($r) use (&$health) { return $health($r); };
$pool = new Pool($make, $destroy, $check);
var_dump($pool->use(fn($r) => $r), $pool->use(fn($r) => $r));
$health = fn() => false;
var_dump($pool->use(fn($r) => $r));
$health = fn() => throw new LogicException('check failed');
tell(fn() => $pool->acquire());
var_dump(count($pool));

echo "-- reset\n";
$answer = false;
$pool = new Pool($make, $destroy, reset: function () use (&$answer) { return $answer instanceof Closure ? $answer() : $answer; });
$pool->use(fn($r) => print("used $r\n"));
$answer = null;
$pool->use(fn($r) => print("used $r\n"));
$answer = fn() => throw new LogicException('reset failed');
tell(fn() => $pool->use(fn($r) => print("used $r\n")));
tell(fn() => $pool->use(fn($r) => throw new RuntimeException('use failed')));

echo "-- all of them\n";
$pool = new Pool(fn() => 1, fn() => throw new LogicException('destructor failed'),
    reset: fn() => throw new LogicException('reset failed'));
tell(fn() => $pool->use(fn() => throw new RuntimeException('use failed', previous: new Exception('cause'))));
tell(fn() => $pool->discard($pool->acquire()));
var_dump(count($pool));

echo "-- no caller: the way of the coroutine's failures\n";
$scope = new Async\Scope;
$scope->setExceptionHandler(fn($e) => print('handler: ' . $e->getMessage() . ' <- ' . $e->getPrevious()->getMessage() . "\n"));
$scope->spawn($pool->acquire(...));
$scope->awaitCompletion();
var_dump(count($pool));
?>
--EXPECT--
-- factory
RuntimeException: attempt 1 failed
2: nothing thrown
2: nothing thrown
2: nothing thrown
int(1)
int(2)
Async\AsyncException: The factory of the pool returned NULL instead of a resource
RuntimeException: not even one
-- healthcheck
int(1)
int(1)
destroyed 1
int(2)
destroyed 2
LogicException: check failed
int(0)
-- reset
used 3
destroyed 3
used 4
used 4
destroyed 4
LogicException: reset failed
destroyed 5
RuntimeException: use failed <- LogicException: reset failed
-- all of them
RuntimeException: use failed <- Exception: cause <- LogicException: reset failed <- LogicException: destructor failed
LogicException: destructor failed
int(0)
-- no caller: the way of the coroutine's failures
handler: reset failed <- destructor failed
int(0)
