--TEST--
A ring of two or three coroutines with a wait for a connection in it gets an AsyncException, although a timer and a listener are alive (D44)
--EXTENSIONS--
pdo
pdo_sqlite
--FILE--
<?php
use Async\{AsyncException, Mutex, Pool, Scope, TaskGroup};
use function Async\{all, any, await, awaitAll, awaitAllOrFail, awaitFirstSuccess, awaitSpawned, captureErrors, delay,
    iterate, once, spawn, suspend, timeout};

// Each kind starts a coroutine that runs $body, and gives a function that waits for it.
$kinds = [
    'await' => function ($body) { $c = spawn($body); return fn() => await($c); },
    'captureErrors' => function ($body) { $c = spawn($body); return fn() => await(captureErrors($c)); },
    'all' => function ($body) { $c = spawn($body); $d = spawn(fn() => delay(1)); return fn() => await(all([$d, $c])); },
    'any' => function ($body) { $c = spawn($body); return fn() => await(any([$c])); },
    'awaitAll' => function ($body) { $c = spawn($body); return fn() => awaitAll([$c]); },
    'awaitAll, one of two' => function ($body) {
        $c = spawn($body);
        $d = spawn(fn() => delay(1));
        return fn() => awaitAllOrFail([$c, $d]);
    },
    'awaitFirstSuccess' => function ($body) { $c = spawn($body); return fn() => awaitFirstSuccess([$c]); },
    'awaitSpawned' => function ($body) { spawn($body); return fn() => awaitSpawned(); },
    'awaitCompletion' => function ($body) { $s = new Scope; $s->spawn($body); return fn() => $s->awaitCompletion(); },
    'awaitDirectChildren' => function ($body) { $s = new Scope; $s->spawn($body); return fn() => $s->awaitDirectChildren(); },
    'group' => function ($body) { $g = new TaskGroup; $g->spawn($body); return fn() => await($g); },
    'group: all' => function ($body) { $g = new TaskGroup; $g->spawn($body); return fn() => await($g->all()); },
    'group: race' => function ($body) { $g = new TaskGroup; $g->spawn($body); return fn() => await($g->race()); },
    'group: awaitCompletion' => function ($body) {
        $g = new TaskGroup;
        $g->spawn($body);
        return fn() => $g->awaitCompletion();
    },
    'group: foreach' => function ($body) {
        $g = new TaskGroup;
        $g->spawn($body);
        return function () use ($g) { foreach ($g as $ignored); };
    },
    'group: joinNext' => function ($body) { $g = new TaskGroup; $g->spawn($body); return fn() => $g->joinNext(); },
    'group: place in the queue' => function ($body) {
        $g = new TaskGroup(concurrency: 1, queueLimit: 1);
        $g->spawn($body);
        $g->spawn(fn() => 1);
        return fn() => $g->spawn(fn() => 2);
    },
    'awaitAfterCancellation' => function ($body) {
        $s = new Scope;
        $s->spawn($body);
        return function () use ($s) {
            // A closed scope has no room for what the body spawns.
            for ($i = 0; $i < 8; $i++) {
                suspend();
            }
            $s->disposeSafely();
            $s->awaitAfterCancellation();
        };
    },
    'iterate' => function ($body) { return fn() => iterate([fn() => 1, $body], fn($call) => $call()); },
    'mutex' => function ($body) {
        $m = new Mutex;
        spawn(function () use ($m, $body) { $m->lock(); try { $body(); } finally { $m->unlock(); } });
        return function () use ($m) { suspend(); $m->lock(); $m->unlock(); };
    },
    'once' => function ($body) {
        $o = once($body);
        spawn(fn() => $o());
        return function () use ($o) { suspend(); $o(); };
    },
    'pool' => function ($body) {
        $p = new Pool(fn() => new stdClass, max: 1);
        spawn(function () use ($p, $body) { $r = $p->acquire(); try { $body(); } finally { $p->release($r); } });
        return function () use ($p) { suspend(); $p->release($p->acquire()); };
    },
    'class' => function ($body) {
        static $number = 0;
        $class = 'Missing' . ++$number;
        spl_autoload_register($load = function ($name) use ($class, $body) { if ($name === $class) { $body(); } });
        spawn(fn() => class_exists($class));
        return function () use ($class) { suspend(); class_exists($class); };
    },
];

error_reporting(E_ALL & ~E_WARNING); // coroutines that are left over
// Alive beside all rings.
$listener = stream_socket_server('tcp://127.0.0.1:0');
$beside = [spawn(function () { while (true) { delay(1); } }), spawn(function () use ($listener) { stream_socket_accept($listener, 60); })];

$rings = $bad = 0;
/* $first has a transaction open and waits by the kinds of $way for a coroutine that uses the connection. */
function ring(string $name, array $way, bool $late): void
{
    global $rings, $bad;

    $pdo = new PDO('sqlite::memory:');
    $seen = [];
    $scope = new Scope;
    $scope->setExceptionHandler(function ($e) use (&$seen) { $seen[] = $e; });
    $ended = $scope->spawn(function () use ($pdo, $way, $late, &$seen) {
        $body = function () use ($pdo, &$seen) {
            try {
                $pdo->exec('SELECT 1');
            } catch (AsyncException $e) {
                $seen[] = $e;
            }
        };
        foreach (array_reverse(array_slice($way, 1)) as $kind) {
            $body = function () use ($kind, $body, &$seen) {
                try {
                    $kind($body)();
                } catch (AsyncException $e) {
                    $seen[] = $e;
                }
            };
        }
        $pdo->beginTransaction();
        $wait = $way[0]($body);
        if ($late) {
            for ($i = 0; $i < 8; $i++) {
                suspend();
            }
        }
        try {
            $wait();
        } catch (AsyncException $e) {
            $seen[] = $e;
        }
        $pdo->commit();
    });
    $rings++;
    try {
        await($ended, timeout(5000));
    } catch (Async\AwaitCancelledException $e) {
        echo "$name: hangs\n";
        $bad++;
        $scope->cancel();
        return;
    }
    $scope->cancel();
    $messages = array_filter($seen, fn($e) => $e instanceof AsyncException && str_contains($e->getMessage(), 'a deadlock'));
    // A class that is being loaded is "not found" for a wait that would close a cycle (D35). The end of a scope ends the
    // groups of its coroutines.
    if (!$messages && !str_contains($name, 'class') && !str_contains($name, 'awaitAfterCancellation, group')) {
        echo "$name: no exception\n";
        $bad++;
    }
}

foreach ($kinds as $a => $first) {
    foreach ([false, true] as $late) {
        ring($a . ($late ? ', late' : ''), [$first], $late);
        foreach ($kinds as $b => $second) {
            ring("$a, $b" . ($late ? ', late' : ''), [$first, $second], $late);
        }
    }
}
array_map(fn($c) => $c->cancel(), $beside);
echo $rings, " rings, ", $bad, " bad\n";

// What a token, a time limit or another coroutine can end is no cycle.
$pdo = new PDO('sqlite::memory:');
$pdo->beginTransaction();
$waiter = spawn(fn() => $pdo->exec('SELECT 1'));
suspend();
try {
    await($waiter, timeout(5));
} catch (Async\AwaitCancelledException $e) {
    echo "token\n";
}
echo await(any([$waiter, timeout(5)])) ?? 'timer', "\n";
echo await(any([$waiter, spawn(function () { delay(1); return 'other'; })])), "\n";
$pdo->commit();
await($waiter);

// The message names both and says what to do.
$pdo->beginTransaction();
foreach ([0, 1] as $rounds) {
    $waiter = spawn(fn() => $pdo->exec('SELECT 1'));
    try {
        for ($i = 0; $i < $rounds; $i++) {
            suspend();
        }
        await($waiter);
    } catch (AsyncException $e) {
        echo preg_replace(['~ at \S+:(\d+)~', '/#\d+/'], [' at line $1', '#N'], $e->getMessage()), "\n";
    }
}
$pdo->commit();
await($waiter);
// schedules: none, when main is cancelled the timer beside the rings goes on for ever
?>
--EXPECT--
1104 rings, 0 bad
token
timer
other
The PDO connection is used by the main script, which waits for this coroutine: a deadlock. End the transaction, or read the result, before the wait; or use a connection for each coroutine
This wait would never end, a deadlock: the PDO connection is kept by the main script, and coroutine #N spawned at line 173 waits for it. End the transaction, or read the result, before the wait; or use a connection for each coroutine
