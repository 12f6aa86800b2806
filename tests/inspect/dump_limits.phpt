--TEST--
dump() and snapshot() show the bounds of scopes with what is left of them, the waiters of scopes, idle resources of pools, and the sources of select()
--EXTENSIONS--
pdo
pdo_sqlite
--FILE--
<?php
use Async\{BoundedScope, Channel, Future, FutureState, Pool, PooledPDO, Scope};
use function Async\{await, delay, dump, select, snapshot, spawn, suspend, timeout};

/** The lines of the dump in which the words stand, without places and exact times. */
function lines(string $words): void
{
    foreach (explode("\n", dump()) as $line) {
        if (preg_match("/$words/", $line)) {
            echo preg_replace(['~/\S*/dump_limits\.php~', '/\d+(\.\d)? m?s( left|$)/'], ['FILE', 'TIME$2'], trim($line)), "\n";
        }
    }
}

echo "-- bounds\n";
$future = new Future(new FutureState);
$bounded = new BoundedScope;
$bounded->withTimeout(60_000);
$bounded->boundedBy($future);
$bounded->boundedBy(timeout(30_000));
$bound = $bounded->spawnAndBound(fn() => delay(1000));
$disposed = new Scope;
$disposed->spawn(fn() => delay(1000));
suspend();
@$disposed->disposeAfterTimeout(20_000);
lines('limit of|ends with');
$rows = array_merge(...array_column(snapshot()['scopes'], 'bounds'));
foreach ($rows as $row) {
    $left = $row['remaining_ms'] ?? null;
    echo $row['type'], ', ', $row['ms'] ?? 'no time', ', ', $left === null ? 'none' : ($left > $row['ms'] / 2 && $left <= $row['ms'] ? 'left' : $left),
        ', ', preg_replace('/:\d+$/', '', basename($row['set_at'])), "\n";
}

echo "-- bounds that are over\n";
$bound->cancel();
suspend();
lines('ends with coroutine');
$bounded->cancel();
suspend();
suspend();
var_dump(array_column(snapshot()['scopes'], 'bounds')[1]);

echo "-- very many bounds\n";
$many = new BoundedScope;
for ($i = 0; $i < 100; $i++) {
    $many->withTimeout(50_000);
}
$keep = $many->spawn(fn() => delay(1000));
lines('more bounds');
$many->cancel();

echo "-- waiters of scopes\n";
$scope = new Scope;
$scope->spawn(fn() => delay(1000));
$waiters = [spawn(fn() => $scope->awaitCompletion()), spawn(fn() => $scope->awaitCompletion())];
suspend();
$rows = array_filter(snapshot()['scopes'], fn($row) => count($row['awaited_by']) > 0);
echo json_encode(array_column($rows, 'awaited_by')) === json_encode([array_map(fn($c) => $c->getId(), $waiters)]) ? "both\n" : "WRONG\n";
lines('awaited at');
$scope->cancel();

echo "-- pools\n";
$pool = new Pool(fn() => new stdClass, min: 0, max: 5, idleTimeout: 60_000);
[$a, $b] = [$pool->acquire(), $pool->acquire()];
$pool->release($a);
$plain = new Pool(fn() => new stdClass, max: 2);
$plain->release($plain->acquire());
$pdo = new PooledPDO('sqlite::memory:', min: 0, max: 3, idleTimeout: 60_000);
$pdo->query('SELECT 1')->fetchAll();
await(spawn(fn() => $pdo->query('SELECT 1')->fetchAll()));
delay(20);
lines('(Pool|PDO) made at|connection \d, idle');
foreach (snapshot()['pools'] as $row) {
    $times = array_filter(array_map(fn($place) => $place['idle_ms'] ?? null, $row['connections']), 'is_float');
    echo $row['class'], ': ', $row['idle_check_ms'] === null ? 'no timer' : ($row['idle_check_ms'] > 30_000 && $row['idle_check_ms'] <= 60_000 ? 'timer' : 'WRONG'),
        ', ', count($times), ' idle', min($times ?: [20]) >= 10 ? '' : ' WRONG', "\n";
}

echo "-- select()\n";
$buffered = new Channel(1);
spawn(fn() => select([$buffered]));
spawn(fn() => select([[new Channel(0), 1], $future]));
spawn(fn() => select([timeout(5000), spawn(fn() => delay(1000)), Async\any([$future])]));
spawn(fn() => select(array_map(fn() => new Channel, range(1, 500))));
suspend();
lines('select\(\) over');
echo max(array_map(strlen(...), array_filter(array_column(snapshot()['coroutines'], 'waits_for')))) < 1000 ? "bounded\n" : "WRONG\n";
exit;
?>
--EXPECTF--
-- bounds
ends with coroutine #2 (spawned at FILE:21), set at FILE:21
ends with timeout of 30000 ms, TIME left, set at FILE:20
ends with Async\Future made at FILE:16, set at FILE:19
time limit of 60000 ms, TIME left, set at FILE:18
time limit of 20000 ms, TIME left, set at FILE:25
awaitable, no time, none, dump_limits.php
awaitable, no time, none, dump_limits.php
awaitable, no time, none, dump_limits.php
time limit, 60000, left, dump_limits.php
time limit, 20000, left, dump_limits.php
-- bounds that are over
array(0) {
}
-- very many bounds
and 84 more bounds
-- waiters of scopes
both
awaited at FILE:55 by #6, #7
-- pools
Async\Pool made at FILE:63, open, 1 of 5 lent, 0 waiters, next look at idle ones: TIME left
connection 2, idle for TIME
Async\Pool made at FILE:66, open, 0 of 2 lent, 0 waiters
connection 1, idle for TIME
Async\PooledPDO made at FILE:68, open, 1 of 3 lent, 0 waiters, next look at idle ones: TIME left
connection 2, idle for TIME
Async\Pool: timer, 1 idle
Async\Pool: no timer, 1 idle
Async\PooledPDO: timer, 1 idle
-- select()
waits for select() over 1 source: a value from Async\Channel made at FILE:80
waits for select() over 2 sources: a receiver for Async\Channel made at FILE:82, Async\Future made at FILE:16
waits for select() over 3 sources: timeout of 5000 ms, TIME left, coroutine #%d (spawned at FILE:83), any() of 1 awaitable
waits for select() over 500 sources: a value from Async\Channel made at FILE:84, a value from Async\Channel made at FILE:84, a value from Async\Channel made at FILE:84, a value from Async\Channel made at FILE:84, …
bounded
