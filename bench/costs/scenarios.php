<?php
/* The cost of each public operation: a table of scenarios, each for a number n. The part between start() and stop() must
 * cost at most in proportion to n (n log n where an order is kept). The names of the operations stand before the bar; a
 * new function or method that is in no name here is an error. Usage: see the script `run` beside this. */

use Async\{AsyncCancellation, BoundedScope, Channel, CompositeException, Context, Future, FutureState, Key, Mutex, Pool, Scope,
    Semaphore, TaskGroup, Timeout};
use function Async\{all, any, anyOf, await, awaitAll, awaitAllOrFail, awaitAnyOf, awaitAnyOfOrFail, awaitAnyOrFail,
    awaitFirstSuccess, awaitSpawned, captureErrors, coroutineContext, currentContext, currentCoroutine, currentScope, delay,
    getCoroutines, globalScope, hiPriority, ignoreErrors, iterate, localContext, once, onExit, onFinally, protect, rootContext,
    select, signal, signals, spawn, spawnWith, suspend, timeout, watch};

/* callgrind writes what it has counted before each call of this function. */
function mark(): void
{
    php_uname('s');
}

function start(): void
{
    mark();
}

function stop(): void
{
    mark();
}

/* Contexts for n coroutines and some more are idle then. Without this it would depend on the time that has passed whether
 * a row finds those of the row before it, makes its own, or counts the trimming of them. */
function warm(int $n): void
{
    $all = [];
    for ($i = 0; $i < $n + 100; $i++) {
        $all[] = spawn(fn() => suspend());
    }
    foreach ($all as $one) {
        await($one);
    }
}

/* n coroutines that end one after the other. */
function chain(int $n, bool $fails = false): array
{
    $list = [];
    for ($i = 0, $before = null; $i < $n; $i++) {
        $list[] = $before = spawn(function ($before) use ($i, $fails) {
            try {
                $before ? await($before) : suspend();
            } catch (LogicException) {
            }
            if ($fails) {
                throw new LogicException;
            }
            return $i;
        }, $before);
    }
    return $list;
}

function times(int $n, callable $make): array
{
    $list = [];
    for ($i = 0; $i < $n; $i++) {
        $list[] = $make($i);
    }
    return $list;
}

/* n calls, while there are n of what the object works with. */
function calls(callable $call): callable
{
    return function (int $n) use ($call) {
        start();
        for ($i = 0; $i < $n; $i++) {
            $call($i);
        }
        stop();
    };
}

/* n coroutines in a scope, parked. */
function parked(int $n, callable $wait, ?Scope $scope = null): Scope
{
    $scope ??= new Scope;
    for ($i = 0; $i < $n; $i++) {
        $scope->spawn($wait, $i);
    }
    suspend();
    suspend();
    return $scope;
}

function rounds(int $n): void
{
    for ($i = 0; $i < $n; $i++) {
        suspend();
    }
}

function quietly(callable $what): void
{
    try {
        $what();
    } catch (LogicException|Async\AsyncException|CompositeException|AsyncCancellation) {
    }
}

/** Scopes with a handler, which the caller keeps, and coroutines in them that fail. */
function failures(int $n, int $scopes): array
{
    $kept = times($scopes, function () {
        $scope = new Scope;
        $scope->setExceptionHandler(fn($e) => null);
        return $scope;
    });
    return [$kept, times($n, fn($i) => $kept[$i % $scopes]->spawn(fn() => throw new LogicException))];
}

function drain_beside_failures(int $n, int $scopes): void
{
    [$kept, $failed] = failures($n, $scopes);
    $list = chain($n);
    start();
    $any = any([...$list, all([...$failed, new Future(new FutureState)])]);
    for ($i = 0; $i < $n; $i++) {
        await($any);
    }
    stop();
}

$table = [
    'spawn, suspend | n coroutines run' => function ($n) {
        start();
        times($n, fn() => spawn(fn() => 1));
        suspend();
        stop();
    },
    'spawn | each spawns the next' => function ($n) {
        start();
        $next = function ($left, $next) {
            $left && spawn($next, $left - 1, $next);
        };
        spawn($next, $n, $next);
        rounds($n);
        stop();
    },
    'spawnWith, hiPriority, HiPriorityStrategy::provideScope, HiPriorityStrategy::beforeCoroutineEnqueue,'
    . ' HiPriorityStrategy::afterCoroutineEnqueue | n coroutines' => function ($n) {
        start();
        times($n, fn() => spawnWith(hiPriority(), fn() => 1));
        suspend();
        stop();
    },
    'Coroutine::asHiPriority | n coroutines' => function ($n) {
        start();
        times($n, fn() => spawn(fn() => 1)->asHiPriority());
        suspend();
        stop();
    },
    'Coroutine::cancel | n that have not started' => function ($n) {
        $list = times($n, fn() => spawn(fn() => 1));
        start();
        array_map(fn($c) => $c->cancel(), $list);
        suspend();
        stop();
    },
    'Coroutine::cancel, delay | n that wait' => function ($n) {
        $list = times($n, fn() => spawn(fn() => delay(100000)));
        suspend();
        start();
        array_map(fn($c) => $c->cancel(), array_reverse($list));
        rounds(2);
        stop();
    },
    'Coroutine::onFinally, Coroutine::onExit, Coroutine::finally | n callbacks' => function ($n) {
        start();
        $c = spawn(fn() => suspend());
        for ($i = 0; $i < $n; $i++) {
            $c->onFinally(fn() => 1);
            $c->onExit(fn() => 1);
            $c->finally(fn() => 1);
        }
        rounds(4);
        stop();
    },
    'onFinally, onExit | n callbacks' => function ($n) {
        start();
        spawn(function () use ($n) {
            for ($i = 0; $i < $n; $i++) {
                onFinally(fn() => 1);
                onExit(fn() => 1);
            }
        });
        rounds(4);
        stop();
    },
    'getCoroutines, Scope::getCoroutines, Scope::getChildScopes | once' => function ($n) {
        $scope = parked($n, fn() => delay(100000));
        $children = times($n, fn() => Scope::inherit($scope));
        start();
        [getCoroutines(), $scope->getCoroutines(), $scope->getChildScopes()];
        stop();
    },
    'Coroutine::getId, Coroutine::getContext, Coroutine::getResult, Coroutine::getException, Coroutine::getTrace,'
    . ' Coroutine::getSpawnFileAndLine, Coroutine::getSpawnLocation, Coroutine::getSuspendFileAndLine,'
    . ' Coroutine::getSuspendLocation, Coroutine::isStarted, Coroutine::isQueued, Coroutine::isRunning,'
    . ' Coroutine::isSuspended, Coroutine::isCancelled, Coroutine::isCancellationRequested, Coroutine::isCompleted,'
    . ' Coroutine::isFinished, Coroutine::getAwaitingInfo, Coroutine::setName, Coroutine::getName | of each' => function ($n) {
        $list = times($n, fn() => spawn(fn() => delay(100000)));
        suspend();
        start();
        foreach ($list as $c) {
            [$c->getId(), $c->getContext(), $c->getResult(), $c->getException(), $c->getTrace(), $c->getSpawnFileAndLine(),
                $c->getSpawnLocation(), $c->getSuspendFileAndLine(), $c->getSuspendLocation(), $c->isStarted(),
                $c->isQueued(), $c->isRunning(), $c->isSuspended(), $c->isCancelled(), $c->isCancellationRequested(),
                $c->isCompleted(), $c->isFinished(), $c->getAwaitingInfo(),
                $c->setName('n')->getName()];
        }
        stop();
    },
    'dump, snapshot | of n coroutines' => function ($n) {
        $scope = parked($n, fn() => delay(100000));
        start();
        [Async\dump(), Async\snapshot()];
        stop();
    },
    'currentCoroutine, currentScope, globalScope, currentContext, rootContext, coroutineContext, localContext, stats, metrics, protect'
    . ' | n calls beside n coroutines' => function ($n) {
        $scope = parked($n, fn() => delay(100000));
        calls(fn() => [currentCoroutine(), currentScope(), globalScope(), currentContext(), rootContext(), coroutineContext(),
            localContext(), Async\stats(), Async\metrics(), protect(fn() => 1)])($n);
    },

    'await | n coroutines in order' => function ($n) {
        $list = chain($n);
        start();
        array_map(Async\await(...), $list);
        stop();
    },
    'await, Timeout::__construct, Timeout::isCompleted, Timeout::isCancelled, Timeout::cancel, timeout | n waits with one token'
    => function ($n) {
        $token = timeout(100000);
        start();
        for ($i = 0; $i < $n; $i++) {
            await(spawn(fn() => 1), $token);
            [$token->isCompleted(), $token->isCancelled()];
        }
        stop();
    },
    'await, Timeout::cancel | n waiters of one token' => function ($n) {
        $token = new Timeout(100000);
        $scope = parked($n, fn() => quietly(fn() => await(new Future, $token)));
        start();
        $token->cancel();
        rounds(3);
        stop();
    },
    'timeout, Timeout::cancel | n timers' => function ($n) {
        start();
        $list = times($n, fn($i) => timeout(100000 + $i * 7919 % 1000));
        array_map(fn($t) => $t->cancel(), $list);
        stop();
    },
    'delay, sleep | n timers fire' => function ($n) {
        start();
        $list = times($n, fn($i) => spawn(fn() => $i % 2 ? delay($i % 3) : Async\sleep($i % 2)));
        array_map(Async\await(...), $list);
        stop();
    },
    'awaitSpawned | n coroutines, one after the other' => function ($n) {
        start();
        await(spawn(function () use ($n) {
            chain($n);
            awaitSpawned();
        }));
        stop();
    },
    'any, await | drained, all ready' => function ($n) {
        $list = times($n, fn() => spawn(fn() => 1));
        suspend();
        start();
        $any = any($list);
        for ($i = 0; $i < $n; $i++) {
            await($any);
        }
        stop();
    },
    'any | drained, one after the other' => function ($n) {
        $list = chain($n);
        start();
        $any = any($list);
        for ($i = 0; $i < $n; $i++) {
            await($any);
        }
        stop();
    },
    'any | drained, all fail' => function ($n) {
        $scope = new Scope;
        $scope->setExceptionHandler(fn($e) => null);
        $list = times($n, fn() => $scope->spawn(fn() => throw new LogicException));
        start();
        $any = any($list);
        for ($i = 0; $i < $n; $i++) {
            quietly(fn() => await($any));
        }
        stop();
    },
    'any | drained, all fail one after the other' => function ($n) {
        start();
        $any = any(chain($n, true));
        for ($i = 0; $i < $n; $i++) {
            quietly(fn() => await($any));
        }
        stop();
    },
    'any, all, anyOf, ignoreErrors | drained, each source a trigger' => function ($n) {
        $list = chain($n);
        start();
        $any = any(times($n, fn($i) => [fn($c) => all([$c]), fn($c) => anyOf(1, [$c]), any(...), ignoreErrors(...)][$i % 4](
            $i % 4 === 2 ? [$list[$i]] : $list[$i])));
        for ($i = 0; $i < $n; $i++) {
            await($any);
        }
        stop();
    },
    'any, all | drained, beside an all() with failures in two scopes' => fn($n) => drain_beside_failures($n, 2),
    'any, all | drained, beside an all() with failures in n scopes' => fn($n) => drain_beside_failures($n, $n),
    'captureErrors, all | awaited with one token after the other, failures in n scopes' => function ($n) {
        [$scopes, $failed] = failures($n, $n);
        $tokens = chain($n);
        start();
        $all = captureErrors(all([...$failed, new Future(new FutureState)]));
        foreach ($tokens as $token) {
            quietly(fn() => await($all, $token));
        }
        stop();
    },
    'any | drained, timers' => function ($n) {
        start();
        $any = any(times($n, fn($i) => timeout(1 + $i % 2)));
        for ($i = 0; $i < $n; $i++) {
            await($any);
        }
        stop();
    },
    'any | drained, channels' => function ($n) {
        $channels = times($n, fn() => new Channel(1));
        array_map(fn($c) => $c->send(1), $channels);
        start();
        $any = any($channels);
        for ($i = 0; $i < $n; $i++) {
            await($any);
        }
        stop();
    },
    'all | one after the other' => function ($n) {
        $list = chain($n);
        start();
        await(all($list));
        stop();
    },
    'all | nested n deep' => function ($n) {
        $all = spawn(fn() => 1);
        // Each level is a level of recursion on the stack of a coroutine.
        for ($i = 0; $i < $n / 10; $i++) {
            $all = all([$all]);
        }
        start();
        await($all);
        stop();
    },
    'anyOf | nested n deep' => function ($n) {
        $any = spawn(fn() => 1);
        for ($i = 0; $i < $n / 10; $i++) {
            $any = anyOf(1, [$any]);
        }
        start();
        await($any);
        stop();
    },
    'anyOf, await | each listed twice by the next, a 200th of n deep' => function ($n) {
        $any = spawn(fn() => 1);
        for ($i = 0; $i < $n / 200; $i++) {
            $any = anyOf(2, [$any, $any]);
        }
        start();
        await($any);
        stop();
    },
    'awaitAnyOf, anyOf | ended by a token, each listed twice by the next, a 200th of n deep' => function ($n) {
        $any = spawn(fn() => throw new LogicException);
        for ($i = 0; $i < $n / 200; $i++) {
            $any = all([$any, $any]);
        }
        $coroutine = spawn(fn() => awaitAnyOf(2, [$any, new Future(new FutureState)], timeout(1)));
        start();
        quietly(fn() => await($coroutine));
        stop();
    },
    'any, await | one that has the current coroutine, beside others within each other, a 100th of n deep' => function ($n) {
        $any = new Future(new FutureState);
        for ($i = 0; $i < $n / 100; $i++) {
            $any = any(array_fill(0, 4, $any));
        }
        $any = any([currentCoroutine(), $any]);
        start();
        quietly(fn() => await($any, timeout(1)));
        stop();
    },
    'anyOf | one after the other' => function ($n) {
        $list = chain($n);
        start();
        await(anyOf($n, $list));
        stop();
    },
    'anyOf | each error' => function ($n) {
        $list = [...chain($n, true), new Future];
        start();
        $some = anyOf(1, $list);
        for ($i = 0; $i < $n; $i++) {
            quietly(fn() => await($some));
        }
        stop();
    },
    'captureErrors, all | failures one after the other' => function ($n) {
        $list = chain($n, true);
        start();
        await(captureErrors(all($list)));
        stop();
    },
    'ignoreErrors, all | failures one after the other' => function ($n) {
        $list = chain($n, true);
        start();
        await(ignoreErrors(all($list), fn($e) => null));
        stop();
    },
    'ignoreErrors, captureErrors | of n coroutines' => function ($n) {
        start();
        times($n, fn() => await(ignoreErrors(captureErrors(spawn(fn() => 1)))));
        stop();
    },
    'awaitAll | all ready' => function ($n) {
        $list = times($n, fn() => spawn(fn() => 1));
        suspend();
        start();
        awaitAll($list);
        stop();
    },
];
foreach (['awaitAll' => awaitAll(...), 'awaitAllOrFail' => awaitAllOrFail(...), 'awaitFirstSuccess' => awaitFirstSuccess(...),
    'awaitAnyOrFail' => awaitAnyOrFail(...), 'awaitAnyOf' => fn($list) => awaitAnyOf(count($list), $list),
    'awaitAnyOfOrFail' => fn($list) => awaitAnyOfOrFail(count($list), $list)] as $name => $function) {
    foreach (['one after the other' => false, 'failures one after the other' => true] as $how => $fails) {
        $table["$name | $how"] = function ($n) use ($function, $fails) {
            $list = chain($n, $fails);
            start();
            quietly(fn() => $function($list));
            stop();
            array_map(fn($c) => quietly(fn() => await($c)), $list);
        };
    }
}
$table += [
    'select | n channels, once' => function ($n) {
        $list = times($n, fn() => new Channel);
        spawn(fn() => $list[$n - 1]->send(1));
        start();
        select($list);
        stop();
    },
    'select | n on one channel' => function ($n) {
        [$one, $other] = [new Channel, new Channel];
        $scope = parked($n, fn() => select([$one, $other]));
        start();
        for ($i = 0; $i < $n; $i++) {
            $one->send($i);
        }
        suspend();
        stop();
    },
    'select, Channel::close | n with one channel for the end' => function ($n) {
        $end = new Channel;
        $scope = parked($n, fn() => quietly(fn() => select([new Channel, $end])));
        start();
        $end->close();
        suspend();
        stop();
    },
    'once, OnceFunction::__invoke | n callers' => function ($n) {
        $once = once(function () { suspend(); suspend(); suspend(); });
        start();
        $scope = parked($n, fn() => $once());
        rounds(4);
        stop();
    },
    'iterate | no limit' => function ($n) {
        start();
        iterate(range(1, $n), fn() => suspend());
        stop();
    },
    'iterate | no limit, one after the other' => function ($n) {
        start();
        $before = null;
        iterate(range(1, $n), function () use (&$before) {
            $mine = new FutureState;
            [$wait, $before] = [$before, new Future($mine)];
            $wait ? await($wait) : suspend();
            $mine->complete();
        });
        stop();
    },
    'iterate | ten at a time' => function ($n) {
        start();
        iterate(range(1, $n), fn() => suspend(), 10);
        stop();
    },
    'signal, Future::map | n maps of one signal' => function ($n) {
        $signal = signal(10);
        $list = times($n, fn() => $signal->map(function ($number) {
            suspend();
            return $number;
        }));
        $scope = parked($n, fn($i) => quietly(fn() => await($list[$i])));
        start();
        array_map(fn($future) => $future->cancel(), $list);
        rounds(2);
        stop();
    },
    'signal | n waiters of one signal' => function ($n) {
        start();
        $list = times($n, fn() => signal(10));
        array_map(fn($f) => $f->cancel(), $list);
        stop();
    },
    'signals, SignalWatcher::close, SignalWatcher::isClosed, SignalWatcher::getIterator | n watchers of one signal' => function ($n) {
        start();
        $list = times($n, fn() => signals(10));
        $scope = parked($n, function ($i) use ($list) {
            foreach ($list[$i] as $signal) {
            }
        });
        array_map(fn($watcher) => $watcher->isClosed() || $watcher->close(), $list);
        rounds(2);
        stop();
    },
    'watch, FileWatcher::close, FileWatcher::isClosed, FileWatcher::getIterator | n waiters of one watcher' => function ($n) {
        start();
        $watcher = watch(__DIR__);
        $scope = parked($n, function () use ($watcher) {
            foreach ($watcher as $event) {
            }
        });
        $watcher->isClosed() || $watcher->close();
        rounds(2);
        stop();
    },

    'Channel::__construct, Channel::recv, Channel::send | n receivers wait' => function ($n) {
        $channel = new Channel;
        $scope = parked($n, fn() => $channel->recv());
        start();
        for ($i = 0; $i < $n; $i++) {
            $channel->send($i);
        }
        suspend();
        stop();
    },
    'Channel::recv, Channel::send | n senders wait' => function ($n) {
        $channel = new Channel(1);
        $scope = parked($n, fn() => $channel->send(1));
        start();
        for ($i = 0; $i < $n; $i++) {
            $channel->recv();
        }
        suspend();
        stop();
    },
    'Channel::close | n senders wait' => function ($n) {
        $channel = new Channel;
        $scope = parked($n, fn() => quietly(fn() => $channel->send(1)));
        start();
        $channel->close();
        suspend();
        stop();
    },
    'Channel::getCloseReason | n channels of a scope, which is cancelled' => function ($n) {
        $scope = new Scope;
        $scope->spawn(fn() => delay(3600_000));
        suspend();
        start();
        $list = times($n, fn() => new Channel(1, $scope));
        $scope->cancel();
        array_map(fn($channel) => $channel->getCloseReason(), $list);
        $list = null;
        stop();
    },
    'Channel::sendAsync, Channel::recv | n receivers served, then cancelled' => function ($n) {
        $channel = new Channel;
        $scope = parked($n, fn() => $channel->recv());
        times($n, fn($i) => $channel->sendAsync($i));
        start();
        $scope->cancel();
        rounds(2);
        stop();
    },
    'Channel::sendAsync | n receivers served, then cancelled out of order; n values received' => function ($n) {
        $channel = new Channel;
        $list = times($n, fn() => spawn(fn() => $channel->recv()));
        suspend();
        times($n, fn($i) => $channel->sendAsync($i));
        start();
        for ($i = 0; $i < $n; $i++) {
            $list[$i * 7919 % $n]->cancel();
        }
        rounds(2);
        while (!$channel->isEmpty()) {
            $channel->recv();
        }
        stop();
    },
    'Channel::recvAsync | n futures' => function ($n) {
        $channel = new Channel;
        start();
        $list = times($n, fn() => $channel->recvAsync());
        times($n, fn($i) => $channel->sendAsync($i));
        array_map(Async\await(...), $list);
        stop();
    },
    'Channel::getIterator, Channel::isClosed, Channel::capacity, Channel::count, Channel::isEmpty, Channel::isFull | n values'
    => function ($n) {
        $channel = new Channel($n);
        start();
        for ($i = 0; $i < $n; $i++) {
            $channel->send($i);
            [$channel->isClosed(), $channel->capacity(), $channel->count(), $channel->isEmpty(), $channel->isFull()];
        }
        $channel->close();
        foreach ($channel as $value);
        stop();
    },
    'Mutex::__construct, Mutex::lock, Mutex::unlock, Mutex::isLocked, Mutex::tryLock | n waiters' => function ($n) {
        $mutex = new Mutex;
        $mutex->lock();
        $scope = parked($n, function () use ($mutex) { $mutex->lock(); $mutex->unlock(); });
        start();
        times($n, fn() => [$mutex->isLocked(), spawn(fn() => $mutex->tryLock())]);
        $mutex->unlock();
        rounds(2);
        stop();
    },
    'Mutex::synchronized | n callers' => function ($n) {
        $mutex = new Mutex;
        start();
        array_map(Async\await(...), times($n, fn() => spawn(fn() => $mutex->synchronized(fn() => suspend()))));
        stop();
    },
    'Mutex::lock, Mutex::unlock | n mutexes of one owner' => function ($n) {
        start();
        $list = times($n, fn() => new Mutex);
        array_map(fn($m) => $m->lock(), $list);
        array_map(fn($m) => $m->unlock(), $list);
        stop();
    },
    'Semaphore::__construct, Semaphore::acquire, Semaphore::release, Semaphore::tryAcquire, Semaphore::available, Semaphore::run'
    . ' | n waiters' => function ($n) {
        $semaphore = new Semaphore(1);
        $semaphore->acquire();
        $scope = parked($n, fn() => $semaphore->run(fn() => suspend()));
        start();
        times($n, fn() => [$semaphore->available(), $semaphore->tryAcquire()]);
        $semaphore->release();
        rounds($n);
        stop();
    },
    'Pool::__construct, Pool::acquire, Pool::release, Pool::isClosed, Pool::count, Pool::idle, Pool::lent, Pool::waiting'
    . ' | n resources' => function ($n) {
        $pool = new Pool(fn() => new stdClass, max: $n);
        start();
        $list = times($n, fn() => $pool->acquire());
        foreach ($list as $resource) {
            [$pool->isClosed(), $pool->count(), $pool->idle(), $pool->lent(), $pool->waiting()];
            $pool->release($resource);
        }
        stop();
    },
    'Pool::__construct, Pool::close | the checks of n idle resources in the background' => function ($n) {
        $checks = 0;
        $pool = new Pool(fn() => new stdClass, healthcheck: function () use (&$checks, &$pool, $n) {
            ++$checks < $n || $pool->close();
            return true;
        }, min: $n, max: $n, healthInterval: 1);
        start();
        while (!$pool->isClosed()) {
            delay(1);
        }
        stop();
    },
    'Pool::acquire | n waiters' => function ($n) {
        $pool = new Pool(fn() => new stdClass, max: 1);
        $held = $pool->acquire();
        $scope = parked($n, function () use ($pool) { $pool->release($pool->acquire()); });
        start();
        $pool->release($held);
        rounds(2);
        stop();
    },
    'Pool::tryAcquire, Pool::discard, Pool::use, Pool::close | n resources' => function ($n) {
        start();
        $pool = new Pool(fn() => new stdClass, max: $n);
        $list = times($n, fn() => $pool->tryAcquire());
        array_map(fn($r) => $pool->discard($r), $list);
        times($n, fn() => $pool->use(fn() => 1));
        $list = times($n, fn() => $pool->acquire());
        array_map(fn($r) => $pool->release($r), $list);
        $pool->close();
        stop();
    },

    'Future::__construct, FutureState::__construct, FutureState::complete, FutureState::isCompleted, Future::map, Future::await,'
    . ' Future::isCompleted, Future::isCancelled | a chain of n' => function ($n) {
        start();
        $future = new Future($state = new FutureState);
        for ($i = 0; $i < $n; $i++) {
            $future = $future->map(fn($value) => $value + 1);
            [$future->isCompleted(), $future->isCancelled(), $state->isCompleted()];
        }
        $state->complete(1);
        $future->await();
        stop();
    },
    'Future::catch, Future::finally, Future::ignore | a chain of n, then dropped' => function ($n) {
        start();
        $future = new Future($state = new FutureState);
        for ($i = 0; $i < $n; $i++) {
            $future = $future->catch(fn($e) => 1)->finally(fn() => 1)->ignore();
        }
        $future = $state = null;
        stop();
    },
    'Future::map | n waiters at the end of a chain of n' => function ($n) {
        $future = new Future($state = new FutureState);
        for ($i = 0; $i < $n; $i++) {
            $future = $future->map(fn($value) => $value);
        }
        start();
        $scope = parked($n, fn() => await($future));
        stop();
    },
    'Future::await, FutureState::error | n waiters' => function ($n) {
        $future = new Future($state = new FutureState);
        $scope = parked($n, fn() => quietly(fn() => $future->await()));
        start();
        $state->error(new LogicException);
        suspend();
        stop();
    },
    'Future::getCreatedFileAndLine, Future::getCreatedLocation, Future::getCompletedFileAndLine, Future::getCompletedLocation,'
    . ' Future::getAwaitingInfo, FutureState::getCreatedFileAndLine, FutureState::getCreatedLocation,'
    . ' FutureState::getCompletedFileAndLine, FutureState::getCompletedLocation, FutureState::getAwaitingInfo'
    . ' | of each' => function ($n) {
        start();
        times($n, function () {
            $future = new Future($state = new FutureState);
            foreach ([$state, $future] as $handle) {
                $handle->getCreatedFileAndLine();
                $handle->getCreatedLocation();
                $handle->getAwaitingInfo();
            }
            $state->complete();
            foreach ([$state, $future] as $handle) {
                $handle->getCompletedFileAndLine();
                $handle->getCompletedLocation();
            }
        });
        stop();
    },
    'Future::completed, Future::failed, Future::cancel | n of each' => function ($n) {
        start();
        times($n, fn() => [Future::completed(1), Future::failed(new LogicException)->ignore(), (new Future)->cancel()]);
        stop();
    },

    'Scope::__construct, Scope::spawn, Scope::awaitCompletion | n scopes' => function ($n) {
        start();
        $list = times($n, fn() => new Scope);
        array_map(fn($s) => $s->spawn(fn() => 1), $list);
        array_map(fn($s) => $s->awaitCompletion(), $list);
        stop();
    },
    'Scope::inherit, Scope::awaitCompletion | nested n deep, dropped from the inside around a zombie' => function ($n) {
        $list = [$scope = new Scope];
        for ($i = 0; $i < $n; $i++) {
            $list[] = $scope = Scope::inherit($scope);
        }
        $scope->spawn(fn() => rounds(3));
        suspend();
        unset($scope);
        start();
        while ($list) {
            array_pop($list);
        }
        stop();
    },
    'Scope::setExceptionHandler | a failure moves up n scopes' => function ($n) {
        $list = [$scope = new Scope];
        $scope->setExceptionHandler(fn() => null);
        for ($i = 0; $i < $n; $i++) {
            $list[] = $scope = Scope::inherit($scope);
        }
        $scope->spawn(fn() => throw new LogicException);
        start();
        rounds(3);
        stop();
    },
    'Scope::setExceptionHandler | n nested scopes, whose handlers throw another exception' => function ($n) {
        $scopes = [$scope = new Scope];
        $scope->setExceptionHandler(fn($e) => null);
        // The engine frees a chain of exceptions by a recursion, here on the stack of a coroutine.
        for ($i = 0; $i < $n / 4; $i++) {
            $scopes[] = $scope = Scope::inherit($scope);
            $scope->setExceptionHandler(fn($e) => throw new LogicException);
        }
        start();
        $scope->spawn(fn() => throw new LogicException);
        $scopes[0]->awaitCompletion();
        stop();
    },
    'Scope::spawn, await | n times in the innermost of n scopes, inside a scope that is waited for' => function ($n) {
        $list = [$top = $scope = new Scope];
        for ($i = 0; $i < $n; $i++) {
            $list[] = $scope = Scope::inherit($scope);
        }
        start();
        $worker = $top->spawn(function () use ($n, $scope) {
            for ($i = 0; $i < $n; $i++) {
                await($scope->spawn(fn() => 1));
            }
        });
        $top->awaitCompletion();
        for ($i = 0; $i < $n; $i++) {
            await($scope->spawn(fn() => 1));
        }
        stop();
    },
    'rootContext | n times in the innermost of n scopes' => function ($n) {
        $list = [$scope = new Scope];
        for ($i = 0; $i < $n; $i++) {
            $list[] = $scope = Scope::inherit($scope);
        }
        $scope->spawn(fn() => suspend());
        start();
        await($scope->spawn(fn() => times($n, fn() => rootContext())));
        stop();
    },
    'Scope::cancel | n nested scopes, from the inside' => function ($n) {
        $list = [$scope = new Scope];
        for ($i = 0; $i < $n; $i++) {
            $list[] = $scope = Scope::inherit($scope);
        }
        $scope->spawn(fn() => rounds(3));
        suspend();
        start();
        foreach (array_reverse($list) as $one) {
            $one->cancel();
        }
        stop();
    },
    'Scope::inherit, Scope::awaitCompletion, Scope::awaitDirectChildren, Scope::global, Scope::provideScope, Scope::isFinished,'
    . ' Scope::isClosed, Scope::isCancelled, Scope::find, Scope::get, Scope::has, Scope::findLocal, Scope::getLocal,'
    . ' Scope::hasLocal, Scope::set, Scope::unset | a chain of n' => function ($n) {
        start();
        $list = [$scope = new Scope];
        for ($i = 0; $i < $n; $i++) {
            $list[] = $scope = Scope::inherit($scope);
            $scope->set('a', 1);
            [Scope::global(), $scope->provideScope(), $scope->isFinished(), $scope->isClosed(), $scope->isCancelled(),
                $scope->find('a'), $scope->get('a'), $scope->has('a'), $scope->findLocal('a'), $scope->getLocal('a'),
                $scope->hasLocal('a')];
            $scope->unset('a');
        }
        array_map(fn($s) => $s->awaitCompletion(), $list);
        array_map(fn($s) => $s->awaitDirectChildren(), $list);
        stop();
    },
    'Scope::awaitCompletion | a chain of n, each waits for the next' => function ($n) {
        start();
        $next = function ($left, $next) {
            if ($left) {
                $scope = Scope::inherit();
                $scope->spawn($next, $left - 1, $next);
                $scope->awaitCompletion();
            }
        };
        $next($n, $next);
        stop();
    },
    'Scope::cancel | n coroutines wait' => function ($n) {
        $scope = parked($n, fn() => delay(100000));
        start();
        $scope->cancel();
        rounds(2);
        stop();
    },
    'Scope::cancel, Scope::awaitAfterCancellation | a chain of n' => function ($n) {
        $list = [$top = $scope = new Scope];
        for ($i = 0; $i < $n; $i++) {
            $list[] = $scope = Scope::inherit($scope);
            $scope->spawn(fn() => delay(100000));
        }
        suspend();
        start();
        $top->cancel();
        $top->awaitAfterCancellation();
        stop();
    },
    'Scope::awaitCompletion | n waiters of one scope' => function ($n) {
        $scope = new Scope;
        $last = $scope->spawn(fn() => delay(100000));
        $waiters = parked($n, fn() => quietly(fn() => $scope->awaitCompletion()));
        start();
        $last->cancel();
        rounds(3);
        stop();
    },
    'Scope::setExceptionHandler, Scope::setChildScopeExceptionHandler | n failures' => function ($n) {
        $scope = new Scope;
        start();
        $scope->setExceptionHandler(fn($e) => null);
        $scope->setChildScopeExceptionHandler(fn($e) => null);
        times($n, fn() => $scope->spawn(fn() => throw new LogicException));
        rounds(4);
        stop();
    },
    'Scope::onFinally, Scope::onExit, Scope::finally | n callbacks' => function ($n) {
        $scope = new Scope;
        start();
        for ($i = 0; $i < $n; $i++) {
            $scope->onFinally(fn() => 1);
            $scope->onExit(fn() => 1);
            $scope->finally(fn() => 1);
        }
        $scope->dispose();
        rounds(3);
        stop();
    },
    'Scope::dispose, Scope::disposeSafely, Scope::disposeAfterTimeout, Scope::asNotSafely, Scope::allowZombies, Scope::__destruct'
    . ' | n coroutines in each of three scopes' => function ($n) {
        $list = times(3, fn() => parked($n, fn() => quietly(fn() => delay(100000)), (new Scope)->asNotSafely()->allowZombies()));
        $all = $list[1]->getCoroutines();
        start();
        $list[0]->dispose();
        @$list[1]->disposeSafely();
        @$list[2]->disposeAfterTimeout(100000);
        rounds(3);
        stop();
        array_map(fn($c) => $c->cancel(), $all);
    },
    'BoundedScope::boundedBy, BoundedScope::withTimeout | n bounds' => function ($n) {
        start();
        $scope = new BoundedScope;
        for ($i = 0; $i < $n; $i++) {
            $scope->boundedBy(new Future)->withTimeout(100000);
        }
        $scope->spawn(fn() => 1);
        suspend();
        $scope = null;
        stop();
    },
    'BoundedScope::spawnAndBound | n coroutines' => function ($n) {
        start();
        $scope = new BoundedScope;
        times($n, fn() => $scope->spawnAndBound(fn() => suspend()));
        rounds(3);
        stop();
    },
    'Context::find, Context::get, Context::has, Context::findLocal, Context::getLocal, Context::hasLocal, Context::set,'
    . ' Context::unset, Context::dispose, Key::__construct, Key::__toString | n keys' => function ($n) {
        start();
        $context = (new Scope)->spawn(fn() => 1)->getContext();
        foreach (times($n, fn($i) => new Key("k$i")) as $key) {
            $context->set($key, 1)->set((string) $key, 2);
            [$context->find($key), $context->get($key), $context->has($key), $context->findLocal($key),
                $context->getLocal($key), $context->hasLocal($key)];
            $context->unset($key);
        }
        $context->dispose();
        suspend();
        stop();
    },

    'TaskGroup::__construct, TaskGroup::spawn, TaskGroup::isFinished, TaskGroup::isClosed, TaskGroup::count, TaskGroup::provideScope,'
    . ' TaskGroup::getResults, TaskGroup::disposeResults | n tasks' => function ($n) {
        start();
        $group = new TaskGroup;
        for ($i = 0; $i < $n; $i++) {
            $group->spawn(fn() => 1);
            [$group->isFinished(), $group->isClosed(), $group->count(), $group->provideScope()];
        }
        await($group);
        $group->getResults();
        $group->disposeResults();
        stop();
    },
    'TaskGroup::spawnWithKey, TaskGroup::add, TaskGroup::awaitCompletion | one after the other' => function ($n) {
        $list = chain($n);
        start();
        $group = new TaskGroup;
        foreach ($list as $i => $c) {
            $group->add($c);
            $group->spawnWithKey("k$i", fn() => 1);
        }
        $group->awaitCompletion();
        stop();
    },
    'TaskGroup::spawn, TaskGroup::close, TaskGroup::onFinally, TaskGroup::onExit, TaskGroup::finally | ten at a time'
    => function ($n) {
        start();
        $group = new TaskGroup(10);
        for ($i = 0; $i < $n; $i++) {
            $group->spawn(fn() => suspend());
            $group->onFinally(fn() => 1);
        }
        $group->close();
        await($group);
        rounds(2);
        stop();
    },
    'TaskGroup::add | one coroutine in n groups' => function ($n) {
        $coroutine = spawn(fn() => suspend());
        $groups = times($n, fn() => new TaskGroup);
        start();
        foreach ($groups as $group) {
            $group->add($coroutine);
        }
        await($coroutine);
        stop();
    },
    'TaskGroup::add | n coroutines in one group, each in some more' => function ($n) {
        $groups = times(3, fn() => new TaskGroup);
        start();
        $list = times($n, function () use ($groups) {
            $coroutine = spawn(fn() => suspend());
            foreach ($groups as $group) {
                $group->add($coroutine);
            }
            return $coroutine;
        });
        await(all($list));
        stop();
    },
    'TaskGroup::joinNext | n tasks, ten at a time' => function ($n) {
        start();
        $group = new TaskGroup;
        for ($i = 0; $i < $n; $i++) {
            $group->spawn(fn() => suspend());
            count($group) < 10 || $group->joinNext();
        }
        while (count($group) > 0) {
            $group->joinNext();
        }
        stop();
    },
    'TaskGroup::joinNext | n waiters' => function ($n) {
        $group = new TaskGroup;
        times($n, fn() => $group->spawn(fn() => rounds(3)));
        $scope = parked($n, fn() => $group->joinNext());
        start();
        $scope->awaitCompletion(new Timeout(3600_000));
        stop();
    },
    'TaskGroup::spawn | a queue with a limit' => function ($n) {
        start();
        $group = new TaskGroup(concurrency: 10, queueLimit: 10);
        times($n, fn() => $group->spawn(fn() => suspend()));
        await($group);
        stop();
    },
    'TaskGroup::spawn | without results' => function ($n) {
        start();
        $group = new TaskGroup(null, false);
        times($n, fn() => $group->spawn(fn() => 1));
        await($group);
        stop();
    },
    'spawnWith, TaskGroup::beforeCoroutineEnqueue, TaskGroup::afterCoroutineEnqueue | n tasks' => function ($n) {
        start();
        $group = new TaskGroup;
        times($n, fn() => spawnWith($group, fn() => 1));
        await($group);
        stop();
    },
    'TaskGroup::all, CompositeException::getExceptions, CompositeException::addException, TaskGroup::getErrors | n failures'
    => function ($n) {
        start();
        $group = new TaskGroup;
        times($n, fn() => $group->spawn(fn() => throw new LogicException));
        try {
            await($group->all());
        } catch (CompositeException $e) {
            $e->getExceptions();
            $e->addException(new LogicException);
        }
        $group->getErrors();
        stop();
    },
    'CompositeException::__toString | n exceptions' => function ($n) {
        $all = new CompositeException;
        times($n, fn() => $all->addException(new LogicException));
        start();
        (string) $all;
        stop();
    },
    'TaskGroup::suppressErrors, TaskGroup::spawn | n failures' => function ($n) {
        start();
        $group = new TaskGroup;
        $group->suppressErrors();
        times($n, fn() => $group->spawn(fn() => throw new LogicException));
        quietly(fn() => $group->awaitCompletion());
        stop();
    },
    'TaskGroup::spawn, await | n failures, one await for each' => function ($n) {
        start();
        $group = new TaskGroup;
        times($n, fn() => $group->spawn(fn() => throw new LogicException));
        times($n, fn() => quietly(fn() => await($group)));
        stop();
    },
    'TaskGroup::all | n triggers' => function ($n) {
        start();
        $group = new TaskGroup;
        $list = times($n, function () use ($group) { $group->spawn(fn() => 1); return $group->all(); });
        await($list[$n - 1]);
        stop();
    },
    'TaskGroup::race | one trigger, drained' => function ($n) {
        $group = new TaskGroup;
        array_map(fn($c) => $group->add($c), chain($n));
        start();
        $race = $group->race();
        times($n, fn() => await($race));
        stop();
    },
    'TaskGroup::race, TaskGroup::firstResult, TaskGroup::any, TaskGroup::getIterator | n of each' => function ($n) {
        $group = new TaskGroup;
        array_map(fn($c) => $group->add($c), chain($n));
        start();
        $list = times($n, fn() => [$group->race(), $group->firstResult(), $group->any(), $group->getIterator()]);
        await($group);
        times($n, fn($i) => await($list[$i][0]));
        $list = null;
        stop();
    },
    'Scope::isolated, Scope::isIsolated, Scope::getExitStatus | n scopes with a coroutine each' => function ($n) {
        start();
        $scopes = times($n, fn() => Scope::isolated());
        foreach ($scopes as $scope) {
            $scope->spawn(fn() => $scope->isIsolated() && $scope->getExitStatus() === null);
        }
        rounds(2);
        $scope = $scopes = null;
        rounds(3);
        stop();
    },
    'Scope::isolated | n that end with an object in a cycle each, others parked' => function ($n) {
        $scopes = times($n, fn() => Scope::isolated());
        $run = function () {
            $object = new class {
                public static $held;
                public $own;
                public function __destruct()
                {
                }
            };
            $object->own = $object;
            $object::$held = $object;
        };
        foreach ($scopes as $scope) {
            $scope->spawn($run);
        }
        rounds(2);
        start();
        $scope = $scopes = null;
        rounds(3);
        stop();
    },
    'TaskGroup::any | n, while tasks fail' => function ($n) {
        $n = intdiv($n, 4); // fewer stacks than those that are trimmed meanwhile
        $group = new TaskGroup;
        array_map(fn($c) => $group->add($c), chain($n, true));
        $group->spawn(fn() => delay(100000));
        $scope = parked($n, fn() => await($group->any()));
        start();
        rounds($n + 3);
        stop();
    },
    'TaskGroup::race, TaskGroup::any, TaskGroup::firstResult | a trigger for each await' => function ($n) {
        $group = new TaskGroup;
        times($n, fn() => $group->spawn(fn() => 1));
        suspend();
        start();
        times($n, fn() => [await($group->race()), await($group->any()), await($group->firstResult())]);
        stop();
    },
    'TaskGroup::getIterator, TaskGroupIterator::valid, TaskGroupIterator::current, TaskGroupIterator::key,'
    . ' TaskGroupIterator::next, TaskGroupIterator::rewind | one after the other' => function ($n) {
        $group = new TaskGroup;
        array_map(fn($c) => $group->add($c), chain($n));
        start();
        foreach ($group as $key => [$result, $error]);
        stop();
    },
    'TaskGroup::awaitCompletion | n waiters' => function ($n) {
        $group = new TaskGroup;
        $task = $group->spawn(fn() => delay(100000));
        $scope = parked($n, fn() => $group->awaitCompletion());
        start();
        $task->cancel();
        rounds(3);
        stop();
        $group->suppressErrors();
    },
    'TaskGroup::cancel, TaskGroup::dispose, TaskGroup::__destruct | n tasks in the queue' => function ($n) {
        $list = times(2, fn() => new TaskGroup(10));
        array_map(fn($group) => times($n, fn() => $group->spawn(fn() => delay(100000))), $list);
        suspend();
        start();
        $list[0]->cancel();
        $list[1]->dispose();
        rounds(2);
        stop();
    },
    /* The last row: its callback is called for each spawn that follows. */
    'onSpawn | n spawns' => function ($n) {
        static $registered = false;
        $registered = $registered || Async\onSpawn(fn($spawned) => 1) === null;
        start();
        times($n, fn() => spawn(fn() => 1));
        rounds(1);
        stop();
    },
];

/* What has no row, and why. */
$without = [
    'Testing\\run' => 'for tests: what it costs is the test',
    'Testing\\explore' => 'for tests: what it costs is the test',
    'Testing\\elapsed' => 'for tests: a look at the clock',
    'gracefulShutdown' => 'ends the script',
    'beginRequest' => 'once in each isolated scope; bench isolation has the cost of these',
    'completeHeaders' => 'once in each isolated scope',
    'supervise' => 'starts processes, and waits for their end',
    'Syntax\transform' => 'works on one source', 'Syntax\await' => 'compiled to await()', 'Syntax\spawn' => 'compiled to spawn()',
    'Syntax\spawnWith' => 'compiled to spawnWith()', 'Scope\delay' => 'another name of delay()',
    'Completable::cancel' => 'an interface', 'Completable::isCompleted' => 'an interface',
    'Completable::isCancelled' => 'an interface', 'ScopeProvider::provideScope' => 'an interface',
    'SpawnStrategy::beforeCoroutineEnqueue' => 'an interface', 'SpawnStrategy::afterCoroutineEnqueue' => 'an interface',
    'ProcessPool::__construct' => 'forks: see bench/process_pool.php', 'ProcessPool::submit' => 'forks', 'ProcessPool::map' => 'forks',
    'ProcessPool::close' => 'ends processes', 'ProcessPool::cancel' => 'ends processes',
    'ProcessPool::awaitCompletion' => 'as Scope::awaitCompletion', 'ProcessPool::isClosed' => 'reads a field',
    'ProcessPool::getWorkerCount' => 'reads a field', 'ProcessPool::getQueuedCount' => 'reads a field',
    'ProcessPool::getRunningCount' => 'reads a field', 'ProcessPoolResults::valid' => 'forks', 'ProcessPoolResults::current' => 'forks',
    'ProcessPoolResults::key' => 'forks', 'ProcessPoolResults::next' => 'forks', 'ProcessPoolResults::rewind' => 'reads a field',
    'WorkerException::getSignal' => 'reads a field', 'WorkerException::getExitStatus' => 'reads a field',
    'WorkerException::getOutput' => 'reads a field', 'WorkerException::getOriginalClass' => 'reads a field',
    'WorkerException::getOriginalTrace' => 'reads a field', 'availableParallelism' => 'reads files of the system',
    'PooledPDO::__construct' => 'as Pool', 'PooledPDO::release' => 'as Pool', 'PooledPDO::getPool' => 'as Pool',
    'PooledPDO::poolOf' => 'a look at one object', 'PooledPDO::releaseOf' => 'as Pool',
];

/* Public operations without a row. Aliases have the handler of their function, with or without underscores. */
function missing(array $table, array $without): array
{
    $plain = fn(string $name) => strtolower(str_replace('_', '', $name));
    $known = array_map($plain, array_keys($without));
    foreach (array_keys($table) as $name) {
        array_push($known, ...array_map($plain, preg_split('/,\s*/', strstr($name, ' |', true))));
    }
    $names = [];
    $extension = new ReflectionExtension('async');
    foreach ($extension->getFunctions() as $function) {
        $names[] = substr($function->name, strlen('Async\\'));
    }
    foreach ($extension->getClasses() as $class) {
        foreach ($class->getMethods(ReflectionMethod::IS_PUBLIC) as $method) {
            if ($method->class === $class->name && $method->isInternal()) {
                $names[] = $class->getShortName() . '::' . $method->name;
            }
        }
    }
    return array_values(array_unique(array_filter($names, fn($name) => !in_array($plain($name), $known, true))));
}

if (($argv[1] ?? '') === '--missing') {
    array_map(fn($name) => print("$name has no row in bench/costs/scenarios.php\n"), missing($table, $without));
    exit(missing($table, $without) ? 1 : 0);
}

/* All rows (or those whose name contains the third argument) with n and 10 n. The names go to the standard output. */
gc_disable();
error_reporting(E_ALL & ~E_WARNING);
ini_set('memory_limit', -1);
ini_set('zend.exception_ignore_args', 1); // a chain of exceptions that hold coroutines is freed by recursion
spawn(fn() => 1);
suspend();
foreach ($table as $name => $scenario) {
    if (!str_contains($name, $argv[2] ?? '')) {
        continue;
    }
    foreach ([1, 10] as $times) {
        warm($argv[1] * $times);
        await(spawn($scenario, $argv[1] * $times));
        foreach (getCoroutines() as $left) {
            $left === currentCoroutine() || $left->cancel();
        }
        for ($i = 0; $i < 20 && count(getCoroutines()) > 1; $i++) {
            suspend();
        }
    }
    echo $name, "\n";
}
