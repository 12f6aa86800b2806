--TEST--
A fatal error while nodes of all classes stand beside each other in the lists of waiters: all pairs, freed in any order
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

$program = <<<'PHP'
use Async\{BoundedScope, Channel, Future, FutureState, Mutex, Pool, PooledPDO, Semaphore, TaskGroup, Timeout};
use function Async\{all, any, anyOf, await, awaitAll, captureErrors, currentCoroutine, delay, ignoreErrors, iterate};
use function Async\{select, spawn, suspend, timeout};

class Resource {}

/* Each puts a node into the list of the given awaitable, and may return an object to keep. */
$watchers = [
    'any' => fn($source) => any([$source]),
    'two' => fn($source) => anyOf(2, [$source, new Future, $source]),
    'view' => fn($source) => ignoreErrors(any([$source])),
    'nested' => fn($source) => all([any([$source]), captureErrors(all([$source]))]),
    'bounded scope' => function ($source) {
        $scope = new BoundedScope;
        $scope->spawn(fn() => delay(100000));
        return $scope->boundedBy($source);
    },
    'await' => function ($source) { spawn(fn() => await($source)); },
    'select' => function ($source) { spawn(fn() => select([$source, timeout(100000)])); },
    'combined wait' => function ($source) { spawn(fn() => awaitAll([$source, new Future])); },
    'token' => function ($source) { spawn(fn() => await(new Future, $source)); },
    'token of a mutex' => function ($source) {
        static $mutex;
        $mutex ??= new Locked;
        spawn(fn() => $mutex->mutex->lock($source));
    },
];
/* A call inside of a coroutine puts a node into the list of that coroutine. */
$owners = [
    'mutex' => function () {
        $mutex = new Mutex;
        $mutex->lock();
        return $mutex;
    },
    'mutex with waiters' => function () {
        $mutex = new Mutex;
        $mutex->lock();
        spawn(fn() => $mutex->lock());
        spawn(fn() => $mutex->lock());
        return $mutex;
    },
    'semaphore' => function () {
        $semaphore = new Semaphore(1);
        $semaphore->acquire();
        spawn(fn() => $semaphore->acquire());
        return $semaphore;
    },
    'pool' => function () {
        $pool = new Pool(fn() => new Resource, max: 1);
        $kept = $pool->acquire();
        spawn(fn() => $pool->acquire());
        return [$pool, $kept];
    },
    'pool without a handle' => function () {
        $pool = new Pool(fn() => new Resource);
        return [$pool->acquire(), $pool->acquire()];
    },
    'group' => function () {
        $group = new TaskGroup;
        $group->add(currentCoroutine());
        return [$group, $group->all(), $group->race(), $group->getIterator()];
    },
    'iterate' => function () {
        spawn(fn() => iterate([1, 2], fn() => delay(100000)));
    },
];
if (extension_loaded('pdo_sqlite')) {
    $owners['PDO'] = function () {
        $pdo = new PooledPDO('sqlite::memory:');
        $pdo->beginTransaction();
        return $pdo;
    };
}
$sources = [
    'future' => fn() => new Future(KEPT ? Kept::$list[] = new FutureState : new FutureState),
    'mapped future' => fn() => (new Future(Kept::$list[] = new FutureState))->map(fn() => 1),
    'received' => fn() => (Kept::$list[] = new Channel)->recvAsync(),
    'channel' => fn() => new Channel,
    'timeout' => fn() => timeout(100000),
    'trigger' => fn() => any([new Future(Kept::$list[] = new FutureState)]),
    'view' => fn() => captureErrors(any([new Future(Kept::$list[] = new FutureState)])),
    'group' => function () {
        $group = new TaskGroup;
        $group->spawn(fn() => delay(100000));
        return $group;
    },
    'trigger of a group' => function () {
        $group = new TaskGroup;
        $group->spawn(fn() => delay(100000));
        return $group->all();
    },
    'coroutine' => fn() => spawn(fn() => delay(100000)),
];

final class Kept
{
    public static array $list = [];
}

final class Locked
{
    public Mutex $mutex;

    public function __construct()
    {
        $this->mutex = new Mutex;
        spawn(fn() => [$this->mutex->lock(), delay(100000)]);
        suspend();
    }
}

/* Leaves holes in the engine's table of objects: what is made next has a lower handle than what was made before. */
function leave_holes(): void
{
    $objects = [];
    for ($i = 0; $i < HOLES; $i++) {
        $objects[] = new stdClass;
    }
}

$pairs = 0;
$together = $owners;
foreach ($watchers as $name => $watcher) {
    $together["watching $name"] = fn() => $watcher(currentCoroutine());
}
foreach ($together as $first) {
    foreach ($together as $second) {
        $pairs++;
        leave_holes();
        Kept::$list[] = spawn(function () use ($first, $second) {
            // The first one twice: the second one has neighbours on both sides.
            $one = $first();
            leave_holes();
            $two = $second();
            $three = $first();
            if (KEPT) {
                array_push(Kept::$list, $three, $two, $one);
            }
            delay(100000);
        });
    }
}
foreach ($sources as $source) {
    $object = $source();
    foreach ($watchers as $first) {
        foreach ($watchers as $second) {
            $pairs++;
            array_push(Kept::$list, $first($object), $second($object));
        }
    }
    Kept::$list[] = KEPT ? $object : null;
}
for ($i = 0; $i < 5; $i++) {
    suspend();
}
register_shutdown_function(function () {
    match (THEN) {
        'nothing' => null,
        'forget' => Kept::$list = [],
        'forget the latest first' => (function () {
            while (Kept::$list) {
                array_pop(Kept::$list);
            }
        })(),
        'forget at random' => (function () {
            mt_srand(3);
            shuffle(Kept::$list);
            while (Kept::$list) {
                array_pop(Kept::$list);
            }
        })(),
        'use' => (function () {
            foreach (Kept::$list as $object) {
                try {
                    match (true) {
                        $object instanceof FutureState => $object->complete(1),
                        $object instanceof Channel => $object->close(),
                        $object instanceof Async\Coroutine, $object instanceof TaskGroup => $object->cancel(),
                        $object instanceof Async\Scope => $object->dispose(),
                        default => null,
                    };
                } catch (Throwable) {
                }
            }
            Kept::$list = [];
            gc_collect_cycles();
        })(),
    };
    echo "shutdown\n";
});
echo "$pairs pairs\n";
function fail() { @trigger_error('failure', E_USER_ERROR); }
WHERE === 'main' ? fail() : await(spawn(fail(...)));
PHP;
foreach (['main', 'coroutine'] as $where) {
    foreach (['nothing', 'forget', 'forget the latest first', 'forget at random', 'use'] as $then) {
        foreach ([true, false] as $kept) {
            $constants = sprintf('const WHERE = %s, THEN = %s, KEPT = %s, HOLES = %d;',
                ...array_map(fn($value) => var_export($value, true), [$where, $then, $kept]), ...[$kept ? 7 : 0]);
            [$output, $status] = run_php(preg_replace('/^class Resource/m', "$constants\n$0", $program));
            if (!preg_match('/^\d{3,} pairs\n\s+Fatal error: failure .*shutdown\n$/s', $output) || $status !== 255) {
                echo "$where, $then, kept ", json_encode($kept), ": status $status, $output\n";
            }
        }
    }
}
echo "done\n";
?>
--EXPECT--
done
