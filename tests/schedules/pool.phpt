--TEST--
A pool lends each resource to one coroutine at a time, never exceeds its maximum, loses none, keeps the order, also with cancellations (D34, P4, P5)
--FILE--
<?php
use Async\Pool;
use function Async\{spawn, suspend, await, protect};

const MAX = 2;
$made = $destroyed = 0;
$users = $waiting = $all = [];
$pool = new Pool(function () use (&$made, &$destroyed, &$pool) {
    suspend();
    $made++;
    if ($made - $destroyed > MAX || count($pool) > MAX) {
        echo "BROKEN: $made made, $destroyed destroyed, ", count($pool), "\n";
    }
    return (object) ['number' => $made, 'resets' => 0];
}, function () use (&$destroyed) {
    $destroyed++;
    suspend();
}, healthcheck: function ($resource) use (&$users) {
    suspend();
    if (isset($users[$resource->number])) {
        echo "BROKEN: $resource->number is checked while it is lent\n";
    }
    return $resource->number % 3 !== 0;
}, reset: function ($resource) {
    suspend();
    return ++$resource->resets < 4;
}, max: MAX);

$work = function (int $n, bool $releases) use ($pool, &$users, &$waiting, &$all) {
    for ($i = 0; $i < 2; $i++) {
        $key = "$n.$i";
        $waiting[$key] = true;
        try {
            $resource = $pool->acquire();
        } finally {
            $earlier = array_search($key, array_keys($waiting), true);
            unset($waiting[$key]);
        }
        // Earlier callers have their resource, and still open or check it.
        $cancelled = array_filter($all, fn($coroutine) => $coroutine->isCancellationRequested());
        if ($earlier >= MAX && !$cancelled) {
            echo "BROKEN: $key overtook $earlier others\n";
        }
        if (isset($users[$resource->number])) {
            echo "BROKEN: $resource->number belongs to {$users[$resource->number]} and $key\n";
        }
        $users[$resource->number] = $key;
        try {
            suspend();
        } finally {
            unset($users[$resource->number]);
        }
        if ($releases || $i === 0) {
            $pool->release($resource);
        }
    }
};
for ($n = 1; $n <= 4; $n++) {
    $all[] = spawn($work, $n, $n % 2 === 0);
}
$finish = function () use ($all, $pool) {
    foreach ($all as $coroutine) {
        try {
            await($coroutine);
        } catch (Async\AsyncCancellation) {
        }
    }
    // The last holder's resource is being returned.
    for ($i = 0; $i < 1000 && count($pool) > $pool->idle(); $i++) {
        suspend();
    }
};
try {
    $finish();
} catch (Async\AsyncCancellation) {
}
protect($finish);
if ($pool->lent() || $pool->waiting() || count($pool) !== $pool->idle() || $made - $destroyed !== count($pool)) {
    echo 'BROKEN: ', json_encode([$pool->lent(), $pool->waiting(), count($pool), $pool->idle(), $made, $destroyed]), "\n";
}
// All places are free.
protect(function () use ($pool) {
    $pool->use(fn($a) => $pool->use(fn($b) => $a === $b ? print("BROKEN: lent twice\n") : null));
});
echo "done\n";
// schedules: any
?>
--EXPECT--
done
