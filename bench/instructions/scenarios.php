<?php
/* Everyday work, each piece between two marks: callgrind counts what it takes. Each piece runs once before, so that what
 * the first use makes (pages, tables, caches) is not counted. Usage: see the script `run` beside this. */

use Async\{Channel, Future, FutureState, Mutex, Pool, Scope, Semaphore, TaskGroup};
use function Async\{any, await, awaitAll, currentContext, delay, iterate, localContext, onFinally, protect, select, spawn,
    stats, suspend, timeout};

/* callgrind writes what it has counted before each call of this function. */
function mark(): void
{
    php_uname('s');
}

/* All coroutines that were spawned here, awaited. */
function together(int $n, callable $body): void
{
    $coroutines = [];
    for ($i = 0; $i < $n; $i++) {
        $coroutines[] = spawn($body);
    }
    array_map(Async\await(...), $coroutines);
}

/* Block in place: no coroutine parks inside of an output callback. */
function hold_up(int $ms): void
{
    suspend();
    ob_start(function () use ($ms) {
        usleep($ms * 1000);
        return '';
    });
    ob_end_clean();
}

function through(Channel $channel, int $n): void
{
    $sender = spawn(function () use ($channel, $n) {
        for ($i = 0; $i < $n; $i++) {
            $channel->send($i);
        }
        $channel->close();
    });
    $receiver = spawn(function () use ($channel) {
        foreach ($channel as $value);
    });
    await($sender);
    await($receiver);
}

function deep(int $depth, callable $then)
{
    return $depth ? deep($depth - 1, $then) : $then();
}

function nothing(): void
{
}

function yields(int $n): void
{
    for ($i = 0; $i < $n; $i++) {
        suspend();
    }
}

$nothing = nothing(...);
$file = tempnam(sys_get_temp_dir(), 'instructions');
file_put_contents($file, str_repeat(str_repeat('x', 63) . "\n", 1024));
$php = "$file.php";
file_put_contents($php, '<?php return 1;');
register_shutdown_function(function () use ($file, $php) {
    unlink($file);
    unlink($php);
});

$table = [
    'spawn' => fn() => together(5000, $nothing),
    'spawn, a closure for each' => function () {
        for ($i = 0; $i < 3000; $i++) {
            spawn(function () use ($i) { return $i; });
        }
        suspend();
    },
    'spawn, one yield' => fn() => together(3000, fn() => suspend()),
    'spawn in a scope' => function () use ($nothing) {
        for ($i = 0; $i < 500; $i++) {
            $scope = new Scope;
            $scope->spawn($nothing);
            $scope->spawn($nothing);
            $scope->awaitCompletion();
        }
    },
    'yield among 2' => fn() => together(2, fn() => yields(10000)),
    'yield among 1,000' => fn() => together(1000, fn() => yields(15)),
    'yield at depth 100' => fn() => together(2, fn() => deep(100, fn() => yields(5000))),
    'await, new coroutines' => function () {
        for ($i = 0; $i < 4000; $i++) {
            await(spawn(nothing(...)));
        }
    },
    'await, ended coroutine' => function () use ($nothing) {
        await($ended = spawn($nothing));
        for ($i = 0; $i < 20000; $i++) {
            await($ended);
        }
    },
    'awaitAll' => function () use ($nothing) {
        for ($i = 0; $i < 60; $i++) {
            $list = [];
            for ($k = 0; $k < 50; $k++) {
                $list[] = spawn($nothing);
            }
            awaitAll($list);
        }
    },
    'any' => function () {
        for ($i = 0; $i < 500; $i++) {
            await(any([spawn(nothing(...)), spawn(suspend(...))]));
        }
    },
    'channel, 0 slots' => fn() => through(new Channel(0), 8000),
    'channel, 16 slots' => fn() => through(new Channel(16), 12000),
    'channel, 128 slots' => fn() => through(new Channel(128), 12000),
    'select of 10' => function () {
        $channels = array_map(fn() => new Channel(1), range(0, 9));
        for ($i = 0; $i < 2000; $i++) {
            $channels[$i % 10]->send($i);
            select($channels);
        }
    },
    'mutex' => function () {
        $mutex = new Mutex;
        together(4, function () use ($mutex) {
            for ($i = 0; $i < 1500; $i++) {
                $mutex->lock();
                suspend();
                $mutex->unlock();
            }
        });
    },
    'semaphore' => function () {
        $semaphore = new Semaphore(2);
        together(4, function () use ($semaphore) {
            for ($i = 0; $i < 1500; $i++) {
                $semaphore->acquire();
                suspend();
                $semaphore->release();
            }
        });
    },
    'task group' => function () use ($nothing) {
        for ($i = 0; $i < 60; $i++) {
            $group = new TaskGroup;
            for ($k = 0; $k < 50; $k++) {
                $group->spawn($nothing);
            }
            await($group->all());
        }
    },
    'future' => function () {
        for ($i = 0; $i < 3000; $i++) {
            $state = new FutureState;
            $future = new Future($state);
            spawn(fn() => $state->complete($i));
            await($future);
        }
    },
    'future, map' => function () {
        for ($i = 0; $i < 1500; $i++) {
            $state = new FutureState;
            $future = (new Future($state))->map(fn($value) => $value + 1);
            $state->complete($i);
            await($future);
        }
    },
    'pool' => function () {
        $pool = new Pool(fn() => new stdClass, max: 2);
        together(4, function () use ($pool) {
            for ($i = 0; $i < 800; $i++) {
                $resource = $pool->acquire();
                suspend();
                $pool->release($resource);
            }
        });
    },
    'context' => fn() => together(500, function () {
        localContext()->set('name', 'value');
        for ($i = 0; $i < 10; $i++) {
            currentContext()->find('name');
            localContext()->get('name');
        }
    }),
    'iterate' => fn() => iterate(range(1, 3000), fn() => 1, concurrency: 10),
    'cancel' => function () {
        for ($i = 0; $i < 1500; $i++) {
            $coroutine = spawn(suspend(...));
            $coroutine->cancel();
        }
        suspend();
        $parked = [];
        $channel = new Channel;
        for ($i = 0; $i < 500; $i++) {
            $parked[] = spawn(fn() => $channel->recv());
        }
        suspend();
        foreach ($parked as $coroutine) {
            $coroutine->cancel();
        }
        suspend();
    },
    'finally' => fn() => together(1500, function () {
        onFinally('nothing');
    }),
    'protect' => fn() => together(10, function () {
        for ($i = 0; $i < 500; $i++) {
            protect(nothing(...));
        }
    }),
    'timer' => function () {
        // All are armed before the first is due, and due at the same look: so the count is that of any machine.
        spawn(hold_up(...), 600);
        together(1500, fn() => delay(400));
    },
    'timer, not reached' => function () {
        $channel = new Channel(1);
        for ($i = 0; $i < 1500; $i++) {
            spawn(fn() => $channel->send(1));
            $channel->recv(timeout(100000));
        }
    },
    'streams' => function () {
        [$client, $server] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        $answers = spawn(function () use ($server) {
            while (fgets($server) !== false) {
                fwrite($server, "HTTP/1.1 200 OK\r\n");
            }
        });
        for ($i = 0; $i < 2000; $i++) {
            fwrite($client, "GET / HTTP/1.1\r\n");
            fgets($client);
        }
        fclose($client);
        await($answers);
    },
    'stream_select' => function () {
        [$one, $other] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        fwrite($one, 'x');
        for ($i = 0; $i < 4000; $i++) {
            [$read, $write, $except] = [[$other], null, null];
            stream_select($read, $write, $except, 1);
        }
    },
    'file, whole' => function () use ($file) {
        for ($i = 0; $i < 300; $i++) {
            file_get_contents($file);
        }
    },
    'file, lines' => function () use ($file) {
        for ($i = 0; $i < 4; $i++) {
            $stream = fopen($file, 'r');
            while (fgets($stream) !== false);
            fclose($stream);
        }
    },
    'stat' => function () use ($file) {
        for ($i = 0; $i < 2000; $i++) {
            clearstatcache();
            is_file($file);
            filemtime($file);
        }
    },
    'include' => function () use ($php) {
        for ($i = 0; $i < 500; $i++) {
            include $php;
        }
    },
    'PDO, shared' => function () {
        $pdo = new PDO('sqlite::memory:');
        together(2, function () use ($pdo) {
            for ($i = 0; $i < 500; $i++) {
                $pdo->query('select 1')->fetch();
            }
        });
    },
    'calls in a coroutine' => function () {
        for ($i = 0; $i < 20000; $i++) {
            nothing();
            strlen((string) $i);
        }
    },
];

/* How often each piece is counted. The least counts: on a busy machine the scheduler asks the kernel more often. */
const ROUNDS = 3;

/* The names go to the standard output, one for each pair of marks. */
foreach ($table as $name => $piece) {
    if (!str_contains($name, $argv[1] ?? '')) {
        continue;
    }
    await(spawn($piece));
    gc_collect_cycles();
    /* What the pieces before have left behind is put away by a timer. The timers of this piece cost less beside it. */
    while (stats()['timers'] > 0) {
        delay(50);
    }
    for ($round = 0; $round < ROUNDS; $round++) {
        mark();
        await(spawn($piece));
        mark();
        echo $name, "\n";
    }
}
