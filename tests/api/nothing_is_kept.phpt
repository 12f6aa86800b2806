--TEST--
No operation keeps memory until the end of the request: each one many times, long-lived objects beside it (P13, D38)
--SKIPIF--
<?php require __DIR__ . '/../inc/child.php'; skip_under_tools('measures memory'); ?>
--FILE--
<?php
use Async\{Channel, FutureState, Future, Scope, BoundedScope, TaskGroup, Timeout, Mutex, Semaphore, Pool, OnceFunction, Key};
use function Async\{spawn, await, suspend, delay, timeout, any, all, anyOf, protect, currentContext, coroutineContext, captureErrors, ignoreErrors};

$state = new FutureState();
$future = new Future($state);
$channel = new Channel();
$full = new Channel(1);
$full->send(1);
$scope = new Scope();
$group = new TaskGroup($scope, captureResults: false);
$mutex = new Mutex();
$semaphore = new Semaphore(2);
$long = spawn(function () { (new Channel())->recv(timeout(3600_000)); });
$pool = new Pool(fn() => new stdClass(), max: 2);
$token = timeout(3600_000);
$long_trigger = any([$future, $long]);
function quiet(callable $f) { try { return $f(); } catch (Throwable) {} }
function cancelled(callable $f) { $c = spawn(fn() => quiet($f)); suspend(); $c->cancel(); suspend(); suspend(); }

$workers = new Async\ProcessPool('abs', workers: 1);
await($workers->submit(1));

$operations = [
    'process pool, result' => fn() => await($workers->submit(-1)),
    'process pool, failure' => fn() => quiet(fn() => await($workers->submit('no number'))),
    'process pool, cancelled before it runs' => function () use ($workers) { $workers->submit(-1)->cancel(); suspend(); suspend(); },
    'process pool, not used' => fn() => new Async\ProcessPool('abs', workers: 1),
    'process pool, map' => fn() => iterator_to_array($workers->map([1, 2])),
    'spawn' => fn() => await(spawn(fn() => 1)),
    'spawn, forgotten' => function () { spawn(fn() => 1); suspend(); },
    'spawn, cancelled before it starts' => fn() => spawn(fn() => 1)->cancel(),
    'spawn that fails' => fn() => quiet(fn() => await(spawn(fn() => throw new Exception()))),
    'spawn, finally' => function () { $c = spawn(fn() => 1); $c->finally(fn() => 1); await($c); suspend(); },
    'future map' => function () { $s = new FutureState(); $f = (new Future($s))->map(fn($x) => $x); $s->complete(1); await($f); },
    'future map, dropped' => function () { $s = new FutureState(); (new Future($s))->map(fn($x) => $x); },
    'future map of a long one, cancelled' => fn() => $future->map(fn($x) => $x)->cancel(),
    'future catch of a long one, cancelled' => fn() => $future->catch(fn($x) => $x)->cancel(),
    'future map, map of it, both cancelled' => function () use ($future) { $a = $future->map(fn($x) => $x); $b = $a->map(fn($x) => $x); $b->cancel(); $a->cancel(); },
    'future map, map of it, first cancelled' => function () use ($future) { $a = $future->map(fn($x) => $x); $a->map(fn($x) => $x); $a->cancel(); suspend(); suspend(); },
    'future await with a token' => fn() => quiet(fn() => await($future, Future::completed())),
    'future await, cancelled' => fn() => cancelled(fn() => await($future)),
    'future in any(), dropped' => fn() => any([$future, $future]),
    'future in all(), token' => fn() => quiet(fn() => await(all([$future]), Future::completed())),
    'future failed, ignored' => fn() => Future::failed(new Exception())->ignore(),
    'future in a cycle' => function () { $s = new FutureState(); $f = new Future($s); $f->map(function () use ($f) {}); },
    'recvAsync, dropped' => fn() => $channel->recvAsync(),
    'recvAsync, cancelled' => fn() => $channel->recvAsync()->cancel(),
    'recvAsync map, cancelled' => function () use ($channel) { $f = $channel->recvAsync(); $f->map(fn($x) => $x); $f->cancel(); suspend(); suspend(); },
    'recvAsync map, its future cancelled' => fn() => $channel->recvAsync()->map(fn($x) => $x)->cancel(),
    'recvAsync map of a dropped channel' => fn() => (new Channel())->recvAsync()->map(fn($x) => $x),
    'recvAsync finally of a dropped channel' => fn() => (new Channel())->recvAsync()->finally(fn() => 1),
    'recvAsync map map of a dropped channel' => fn() => (new Channel())->recvAsync()->map(fn($x) => $x)->map(fn($x) => $x)->catch(fn() => 1),
    'recvAsync twice, dropped channel' => function () { $c = new Channel(); $c->recvAsync()->map(fn($x) => $x); $c->recvAsync()->map(fn() => $c); $c->recvAsync(); },
    'recvAsync map, closed' => function () { $c = new Channel(); $c->recvAsync()->map(fn($x) => $x)->ignore(); $c->close(); suspend(); suspend(); },
    'recvAsync map, sent' => function () { $c = new Channel(1); $f = $c->recvAsync()->map(fn($x) => $x); $c->send(1); await($f); },
    'channel holds itself' => function () { $c = new Channel(1); $c->send($c); },
    'channel, receive with a token' => fn() => quiet(fn() => $channel->recv(Future::completed())),
    'channel, receive cancelled' => fn() => cancelled(fn() => $channel->recv()),
    'channel, send cancelled' => fn() => cancelled(fn() => $full->send(2)),
    'channel, foreach cancelled' => fn() => cancelled(function () use ($channel) { foreach ($channel as $x); }),
    'channel in any(), dropped' => fn() => any([$channel, $future]),
    'select with a token' => fn() => quiet(fn() => Async\select([$channel, $future], Future::completed())),
    'select cancelled' => fn() => cancelled(fn() => Async\select([$channel, $future])),
    'signal, dropped' => fn() => Async\signal(10),
    'signal map, cancelled' => fn() => Async\signal(10)->map(fn() => 1)->cancel(),
    'scope' => fn() => new Scope(),
    'scope, used' => function () { $s = new Scope(); await($s->spawn(fn() => 1)); },
    'scope, child of a long one' => function () use ($scope) { $s = Scope::inherit($scope); $s->spawn(fn() => 1); $s->awaitCompletion(); },
    'scope, disposed' => function () { $s = new Scope(); $s->spawn(fn() => suspend()); $s->cancel(); suspend(); },
    'scope with all handlers' => function () { $s = new Scope(); $s->setExceptionHandler(fn() => $s); $s->setChildScopeExceptionHandler(fn() => $s); $s->finally(fn() => 1); $s->set('a', $s); $s->cancel(); suspend(); suspend(); },
    'scope in a cycle' => function () { $s = new Scope(); $s->set('self', $s); },
    'scope, long one, finished spawns' => fn() => await($scope->spawn(fn() => 1)),
    'scope, await with a token' => function () use ($scope) { $scope->spawn(fn() => suspend()); quiet(fn() => $scope->awaitCompletion(Future::completed())); suspend(); suspend(); },
    'bounded scope' => function () { $s = new BoundedScope(); $s->withTimeout(3600_000); },
    'bounded scope, by a long future' => function () use ($future) { $s = new BoundedScope(); $s->boundedBy($future); },
    'bounded scope, spawnAndBound' => function () { $s = new BoundedScope(); $s->spawnAndBound(fn() => 1); suspend(); suspend(); },
    'scope, disposed after a time' => function () { $s = new Scope(); $s->disposeAfterTimeout(1000); },
    'group' => function () { $g = new TaskGroup(); $g->spawn(fn() => 1); await($g); },
    'group, long one' => function () use ($group) { $group->spawn(fn() => 1); $group->awaitCompletion(); },
    'group, long one, triggers' => function () use ($group) { $group->all(); $group->race(); $group->any(); $group->firstResult(); },
    'group, long one, race awaited' => function () use ($group) { $t = $group->race(); $group->spawn(fn() => 1); await($t); },
    'group, long one, cancelled tasks' => function () use ($group) { $group->spawn(fn() => suspend())->cancel(); suspend(); suspend(); $group->getErrors(); $group->disposeResults(); },
    'group, long one, iterated' => function () use ($group) { $group->spawn(fn() => 1); foreach ($group as $x); },
    'group, trigger of a dropped one' => fn() => await((function () { $g = new TaskGroup(); $g->spawn(fn() => 1); return $g->all(); })()),
    'group, dropped in a cycle' => function () { $g = new TaskGroup(); $g->spawn(fn() => $g); $t = $g->all(); await($t); },
    'group, finally' => function () { $g = new TaskGroup(); $g->finally(fn() => $g); $g->close(); suspend(); suspend(); },
    'timeout, dropped' => fn() => timeout(3600_000),
    'timeout, cancelled' => fn() => timeout(3600_000)->cancel(),
    'timeout as a token' => fn() => await(spawn(fn() => 1), timeout(3600_000)),
    'long timeout as a token' => fn() => await(spawn(fn() => 1), $token),
    'long timeout in any()' => fn() => await(any([$token, spawn(fn() => 1)])),
    'long timeout bounds' => function () use ($token) { (new BoundedScope())->boundedBy($token); },
    'long coroutine in any()' => fn() => await(any([$long, spawn(fn() => 1)])),
    'long coroutine in awaitAnyOf' => fn() => Async\awaitAnyOf(1, [$long, spawn(fn() => 1)]),
    'long coroutine, awaitAll with a token' => fn() => quiet(fn() => Async\awaitAll([$long, $future], Future::completed())),
    'long trigger as a token' => fn() => await(spawn(fn() => 1), $long_trigger),
    'view of a long trigger' => fn() => [captureErrors($long_trigger), ignoreErrors($long_trigger, fn() => 1), captureErrors($future)],
    'anyOf, dropped' => fn() => anyOf(1, [$future, $long, $channel]),
    'mutex' => function () use ($mutex) { $mutex->lock(); $mutex->unlock(); },
    'mutex, waiter cancelled' => function () use ($mutex) { $mutex->lock(); cancelled(fn() => $mutex->lock()); $mutex->unlock(); },
    'semaphore' => function () use ($semaphore) { $semaphore->acquire(); $semaphore->release(); },
    'pool' => fn() => $pool->release($pool->acquire()),
    'pool, use' => fn() => $pool->use(fn($x) => 1),
    'once' => fn() => (Async\once(fn() => 1))(),
    'once, failed' => fn() => quiet(Async\once(fn() => throw new Exception())),
    'context' => function () { coroutineContext()->set('k', 1, true); coroutineContext()->unset('k'); },
    'context, object key' => function () { $k = new Key('x'); currentContext()->set($k, $k); currentContext()->unset($k); },
    'context of a coroutine, a cycle' => fn() => await(spawn(function () { coroutineContext()->set('me', Async\currentCoroutine()); })),
    'iterate' => fn() => Async\iterate([1, 2, 3], fn($x) => 1, 2),
    'iterate, failed' => fn() => quiet(fn() => Async\iterate([1], fn() => throw new Exception('one'))),
    'protect' => fn() => protect(fn() => 1),
    'await in a cycle' => function () { $c = spawn(function () use (&$c) { return $c; }); await($c); },
    'delay' => fn() => delay(0),
    'awaitSpawned' => fn() => await(spawn(function () { spawn(fn() => 1); Async\awaitSpawned(); })),
    'hiPriority' => fn() => await(Async\spawnWith(Async\hiPriority(), fn() => 1)),
    'exception of a coroutine, kept and dropped' => function () { $c = spawn(fn() => throw new Exception()); try { await($c); } catch (Exception $e) { $e = new Exception('', 0, $e); } },
    'debug info' => fn() => [print_r($GLOBALS['scope'], true), print_r($GLOBALS['long'], true), print_r($GLOBALS['future'], true)],
];
$settle = function () { for ($i = 0; $i < 4; $i++) suspend(); gc_collect_cycles(); suspend(); gc_collect_cycles(); };
$rounds = 400;
$failed = 0;
foreach ($operations as $name => $operation) {
    try {
        /* Tables grow by doubling: to the size that they need for as many rounds. */
        for ($i = 0; $i < $rounds; $i++) $operation();
        $settle();
        $before = memory_get_usage();
        for ($i = 0; $i < $rounds; $i++) $operation();
        $settle();
        $kept = memory_get_usage() - $before;
    } catch (Error $e) {
        echo "$name: ", get_class($e), ': ', $e->getMessage(), "\n";
        continue;
    }
    /* One word for each round is a leak. */
    if ($kept > $rounds * 8) {
        printf("%s: %d bytes a round\n", $name, $kept / $rounds);
        $failed++;
    }
}
echo $failed, ' of ', count($operations) > 80 ? 'all' : 'few', " operations keep memory\n";
$long->cancel();
?>
--EXPECTF--
0 of all operations keep memory
