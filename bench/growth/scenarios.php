<?php
/* What one operation takes while there are n of its kind: prints the nanoseconds of CPU of each of n. Usage: see the
 * script `run` beside this. */

use Async\{BoundedScope, Channel, FutureState, Future, Mutex, Pool, Scope, TaskGroup};
use function Async\{any, await, awaitAll, delay, select, spawn, suspend};

/* At least so many operations are timed; for a small n the work is repeated. */
const AT_LEAST = 20000;

function cpu_ns(): float
{
    $usage = getrusage();
    return ($usage['ru_utime.tv_sec'] + $usage['ru_stime.tv_sec']) * 1e9
        + ($usage['ru_utime.tv_usec'] + $usage['ru_stime.tv_usec']) * 1e3;
}

function nothing(): void
{
}

/* n of what the closure makes; it gets the number. */
function times(int $n, callable $make): array
{
    $list = [];
    for ($i = 0; $i < $n; $i++) {
        $list[] = $make($i);
    }
    return $list;
}

/* n coroutines that wait in the same way, woken by $wake. */
function parked(int $n, callable $wait, callable $wake): void
{
    times($n, fn($i) => spawn($wait, $i));
    suspend();
    $wake();
    suspend();
    suspend();
}

$table = [
    'spawn' => function (int $n) {
        times($n, fn() => spawn(nothing(...)));
        suspend();
    },
    'yield' => function (int $n) {
        static $yields = 10;
        times($n, fn() => spawn(function () use ($yields) {
            for ($i = 0; $i < $yields; $i++) {
                suspend();
            }
        }));
        for ($i = 0; $i <= $yields; $i++) {
            suspend();
        }
    },
    'await one by one' => function (int $n) {
        array_map(Async\await(...), times($n, fn() => spawn(nothing(...))));
    },
    'awaitAll' => fn(int $n) => awaitAll(times($n, fn() => spawn(nothing(...)))),
    'any' => fn(int $n) => await(any(times($n, fn() => spawn(nothing(...))))),
    'await, n waiters' => function (int $n) {
        $state = new FutureState;
        $future = new Future($state);
        parked($n, fn() => await($future), fn() => $state->complete(1));
    },
    'chain of awaits' => function (int $n) {
        $before = spawn(suspend(...));
        for ($i = 0; $i < $n; $i++) {
            $before = spawn(fn() => await($before));
        }
        await($before);
    },
    'cancel' => function (int $n) {
        $channel = new Channel;
        $list = times($n, fn() => spawn(fn() => $channel->recv()));
        suspend();
        foreach ($list as $coroutine) {
            $coroutine->cancel();
        }
        suspend();
        suspend();
    },
    'channel' => function (int $n) {
        $channel = new Channel($n);
        times($n, fn($i) => $channel->send($i));
        times($n, fn() => $channel->recv());
    },
    'channel, n receivers' => function (int $n) {
        $channel = new Channel;
        parked($n, fn() => $channel->recv(), fn() => times($n, fn($i) => $channel->send($i)));
    },
    'select, n channels' => function (int $n) {
        $channels = times($n, fn() => new Channel(1));
        $channels[$n - 1]->send(1);
        select($channels);
    },
    'mutex, n waiters' => function (int $n) {
        $mutex = new Mutex;
        $mutex->lock();
        parked($n, function () use ($mutex) {
            $mutex->lock();
            $mutex->unlock();
        }, fn() => $mutex->unlock());
    },
    'pool, n waiters' => function (int $n) {
        $pool = new Pool(fn() => new stdClass, max: 1);
        $held = $pool->acquire();
        parked($n, function () use ($pool) {
            $pool->release($pool->acquire());
        }, fn() => $pool->release($held));
    },
    'scope of n' => function (int $n) {
        $scope = new Scope;
        times($n, fn() => $scope->spawn(nothing(...)));
        $scope->awaitCompletion();
    },
    'n scopes' => function (int $n) {
        $parent = new Scope;
        $scopes = times($n, fn() => Scope::inherit($parent));
        foreach ($scopes as $scope) {
            $scope->spawn(nothing(...));
        }
        $parent->awaitCompletion();
    },
    'failures of a scope' => function (int $n) {
        $scope = new Scope;
        times($n, fn() => $scope->spawn(function () {
            try {
                suspend();
            } finally {
                throw new Exception;
            }
        }));
        suspend();
        $scope->cancel();
        $scope->awaitAfterCancellation(nothing(...));
    },
    'bounds of a scope' => function (int $n) {
        $scope = (new BoundedScope)->asNotSafely();
        $futures = times($n, fn() => new Future(new FutureState));
        foreach ($futures as $future) {
            $scope->boundedBy($future);
        }
        $scope->spawn(suspend(...));
        unset($scope);
        suspend();
        suspend();
    },
    'task group' => function (int $n) {
        $group = new TaskGroup;
        times($n, fn() => $group->spawn(nothing(...)));
        await($group->all());
    },
    'task group, 10 at once' => function (int $n) {
        $group = new TaskGroup(concurrency: 10);
        times($n, fn() => $group->spawn(nothing(...)));
        await($group->all());
    },
    'timers' => function (int $n) {
        times($n, fn($i) => spawn(delay(...), 1 + $i * 7919 % 50));
        delay(60);
        while (Async\stats()['timers'] > 0) {
            delay(1);
        }
    },
    'timers, cancelled' => function (int $n) {
        $list = times($n, fn($i) => spawn(delay(...), 100000 + $i * 7919 % 50000));
        suspend();
        foreach ($list as $coroutine) {
            $coroutine->cancel();
        }
        suspend();
        suspend();
    },
    'ready descriptors' => function (int $n) {
        $pairs = times($n, fn() => stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0));
        parked($n, fn($i) => fgets($pairs[$i][0]), fn() => times($n, fn($i) => fwrite($pairs[$i][1], "x\n")));
        while (count(Async\getCoroutines()) > 1) {
            suspend();
        }
    },
];

if (!isset($argv[2])) {
    echo implode("\n", array_keys($table)), "\n";
    exit;
}
[, $name, $n] = $argv;
gc_disable();
ini_set('memory_limit', -1);
$operation = $table[$name];
$operation(10);
// Timers take their time whatever n is.
$rounds = $name === 'timers' ? 1 : max(1, intdiv(AT_LEAST, $n));
$least = INF;
for ($try = 0; $try < ($n >= 100000 ? 2 : 5); $try++) {
    $begin = cpu_ns();
    for ($round = 0; $round < $rounds; $round++) {
        $operation((int) $n);
    }
    $least = min($least, (cpu_ns() - $begin) / $rounds / $n);
}
printf("%.0f\n", $least);
