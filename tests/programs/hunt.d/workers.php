<?php
/*
 * Actions with worker processes, watchers and pooled connections. An action whose answer is known says so when it gets
 * another one. Files lie in the current folder.
 */

use Async\{FileEvent, FileWatcher, PooledPDO, ProcessPool, Scope, SignalWatcher, WorkerException};

use function Async\{await, delay, signal, signals, spawn, suspend, timeout, watch};

/** What a worker does: most jobs answer, some end their worker in one way or the other. */
function work(string $how, int $number): mixed
{
    static $kept = [];
    $kept[] = $number;
    switch ($how) {
        case 'answer':
            return $number + 1;
        case 'wait':
            delay($number % 4);
            return $number + 1;
        case 'children':
            return await(spawn(fn() => await(spawn(fn() => $number)) + 1));
        case 'left behind':
            spawn(fn() => delay(10_000));
            return $number + 1;
        case 'large':
            return str_repeat('x', 1000 * ($number % 1000));
        case 'throw':
            throw new DomainException("by job $number", $number);
        case 'throw what cannot be sent':
            throw new class (fn() => 1) extends Exception {
                public function __construct(public Closure $closure)
                {
                    parent::__construct('cannot be sent');
                }
            };
        case 'no answer':
            return fn() => 1;
        case 'print':
            echo '';
            return $number + 1;
        case 'exit':
            exit(EXIT_STATUS);
        case 'die':
            posix_kill(getmypid(), SIGKILL);
    }
}

const WAYS = ['answer', 'answer', 'answer', 'wait', 'wait', 'children', 'left behind', 'large', 'throw',
    'throw what cannot be sent', 'no answer', 'print', 'exit', 'die'];

/** One of two pools, made when there is none or it is closed. Of few workers: a fork takes its time. */
function pool(): ProcessPool
{
    /** @var ProcessPool[] */
    static $pools = [];
    $i = mt_rand(0, 1);
    if (!isset($pools[$i]) || $pools[$i]->isClosed()) {
        $pools[$i] = new ProcessPool(work(...), workers: mt_rand(1, 2), maxJobs: Program::oneOf(2) ? 0 : 3,
            timeout: Program::oneOf(4) ? 2000 : 0, retries: mt_rand(0, 1), grace: mt_rand(0, 20));
    }
    return $pools[$i];
}

/** Waits for the job, and looks at what came of it. */
function see_job(string $how, int $number, Async\Future $job): void
{
    try {
        $result = await($job, timeout(mt_rand(1, 400)));
        match ($how) {
            'large' => expect('a large job', strlen($result), 1000 * ($number % 1000)),
            'throw', 'throw what cannot be sent', 'no answer', 'exit', 'die' =>
                expect("a job of kind $how", $result, 'a failure'),
            default => expect("a job of kind $how", $result, $number + 1),
        };
    } catch (DomainException $e) {
        expect('a failed job', [$how, $e->getCode(), $e->getMessage()], ['throw', $number, "by job $number"]);
    } catch (WorkerException $e) {
        // A worker that is killed, because its pool was cancelled, may have had any job.
        $mayFail = in_array($how, ['throw what cannot be sent', 'no answer', 'exit', 'die'], true);
        expect("the end of a job of kind $how", $mayFail || $e->getSignal() !== null, true);
    }
}

/** A folder that is watched, and its watcher. */
function watched(): FileWatcher
{
    static $watcher;
    if ($watcher === null || $watcher->isClosed()) {
        is_dir('watched') || mkdir('watched');
        $watcher = watch('watched', recursive: Program::oneOf(2), pollInterval: Program::oneOf(3) ? 20 : 0);
    }
    return $watcher;
}

function database(): PDO
{
    static $made = 0;
    static $database;
    if ($database === null || Program::oneOf(50)) {
        $options = [PDO::ATTR_TIMEOUT => 1, PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION];
        $file = 'sqlite:data' . $made++ % 3;
        $database = Program::oneOf(3)
            ? new PDO($file, null, null, $options + ['async.pool' => ['max' => 2]])
            : new PooledPDO($file, null, null, $options, max: mt_rand(1, 3), idleTimeout: mt_rand(0, 1) * 3,
                maxUses: mt_rand(0, 1) * 2, checkInterval: 0, healthInterval: mt_rand(0, 1) * 5,
                backgroundReset: Program::oneOf(2), maxFailures: mt_rand(0, 1), onConnect: function (PDO $new) {
                    $new->exec('CREATE TABLE IF NOT EXISTS t (n)');
                    Program::oneOf(4) && suspend();
                });
        $database->exec('CREATE TABLE IF NOT EXISTS t (n)');
    }
    return $database;
}

/** A lock that another coroutine holds too long is no defect. */
function query(Closure $body): void
{
    try {
        $body(database());
    } catch (PDOException $e) {
        if (!preg_match('/locked|busy|active transaction|no active|SQL statements in progress/', $e->getMessage())) {
            throw $e;
        }
    }
}

$actions = [
    // ---- worker processes ----
    'submit' => function (Program $p) {
        $how = WAYS[array_rand(WAYS)];
        $number = mt_rand(0, 9999);
        $job = pool()->submit($how, $number);
        $job->ignore();
        Program::oneOf(3) ? $p->spawn(fn() => see_job($how, $number, $job)) : see_job($how, $number, $job);
    },
    'submit and forget' => fn() => pool()->submit('wait', 1)->ignore(),
    'submit and cancel' => function () {
        $job = pool()->submit(WAYS[array_rand(WAYS)], 2);
        $job->ignore();
        Program::oneOf(2) && delay(mt_rand(0, 2));
        $job->cancel();
    },
    'submit what cannot be sent' => function () {
        try {
            pool()->submit('answer', fn() => 1);
            expect('submit() of a closure', 'a future', 'an exception');
        } catch (Exception) {
        }
    },
    'map' => function (Program $p) {
        $seen = [];
        foreach (pool()->map((function () {
            for ($i = 0; $i < 5; $i++) {
                Program::oneOf(3) && suspend();
                yield ['wait', $i];
            }
        })(), mt_rand(0, 2), true) as $key => $value) {
            $seen[] = [$key, $value];
            if (Program::oneOf(8)) {
                break;
            }
        }
    },
    'close the process pool' => fn() => Program::oneOf(3) && pool()->close(),
    'cancel the process pool' => fn() => Program::oneOf(4) && pool()->cancel(),
    'drop a process pool' => function () {
        $pool = new ProcessPool(work(...), workers: 1);
        $job = $pool->submit('wait', 3);
        $job->ignore();
        Program::oneOf(2) && suspend();
        unset($pool);
        Program::oneOf(2) && await($job, timeout(20));
    },
    'process pool of a scope' => function (Program $p) {
        $p->scopes[] = $scope = new Scope;
        $scope->spawn(function () {
            $pool = new ProcessPool(work(...), workers: 1, grace: 5);
            $pool->submit('wait', 4)->ignore();
            $pool->awaitCompletion(timeout(50));
        });
        if (Program::oneOf(2)) {
            delay(mt_rand(0, 3));
            $scope->cancel();
        }
    },
    // ---- watchers ----
    'await a change' => fn() => await(watched(), timeout(mt_rand(1, 30))),
    'loop over changes' => function () {
        $left = 3;
        Program::oneOf(2) && spawn(function () {
            delay(mt_rand(1, 20));
            watched()->close();
        });
        foreach (watched() as $event) {
            expect('an event', $event->kind === FileEvent::OVERFLOW || str_contains($event->path, '/watched'), true);
            if (--$left === 0 || watched()->isClosed()) {
                break;
            }
        }
    },
    'change a file' => fn() => is_dir('watched') && @file_put_contents('watched/f' . mt_rand(0, 3), 'x'),
    'move a file' => fn() => is_dir('watched') && @rename('watched/f' . mt_rand(0, 3), 'watched/f' . mt_rand(0, 3)),
    'delete a file' => fn() => @unlink('watched/f' . mt_rand(0, 3)),
    'folders' => function () {
        if (is_dir('watched')) {
            @mkdir('watched/d');
            @touch('watched/d/f');
            suspend();
            @rename('watched/d', 'watched/e');
            @unlink('watched/e/f');
            @rmdir('watched/e');
        }
    },
    'delete the folder' => function () {
        if (Program::oneOf(5)) {
            array_map(fn($file) => is_dir($file) || @unlink($file), glob('watched/*'));
            @rmdir('watched');
        }
    },
    'close the watcher' => fn() => is_dir('watched') && Program::oneOf(3) && watched()->close(),
    // ---- signals in a loop ----
    'signals' => function (Program $p) {
        static $watcher = null;
        if ($watcher === null || $watcher->isClosed()) {
            $watcher = signals(SIGUSR2, SIGWINCH);
        }
        $p->spawn(function () use ($watcher) {
            foreach ($watcher as $signal) {
                expect('a signal', $signal === SIGUSR2 || $signal === SIGWINCH, true);
                if (Program::oneOf(3)) {
                    break;
                }
            }
        });
        posix_kill(getmypid(), SIGWINCH);
        Program::oneOf(2) && delay(1);
        Program::oneOf(2) && $watcher->close();
    },
    'signal beside signals' => function () {
        $future = signal(SIGWINCH);
        posix_kill(getmypid(), SIGWINCH);
        expect('signal() beside signals()', await($future, timeout(2000)), SIGWINCH);
    },
    // ---- pooled connections ----
    'query' => fn() => query(function (PDO $database) {
        expect('SELECT', (int) $database->query('SELECT 41 + 1')->fetchColumn(), 42);
    }),
    'half a result' => fn() => query(function (PDO $database) {
        $statement = $database->query('SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3');
        expect('the first row', (int) $statement->fetchColumn(), 1);
        suspend();
        expect('the second row', (int) $statement->fetchColumn(), 2);
    }),
    'transaction' => fn(Program $p) => query(function (PDO $database) use ($p) {
        $database->beginTransaction();
        $database->exec('INSERT INTO t VALUES (1)');
        Program::oneOf(2) && suspend();
        expect('inTransaction()', $database->inTransaction(), true);
        match (mt_rand(0, 3)) {
            0 => $database->commit(),
            1 => $database->rollBack(),
            2 => delay(1),
            3 => $p->spawn(fn() => query(fn(PDO $other) => $other->query('SELECT count(*) FROM t')->fetchColumn())),
        };
        $database->inTransaction() && $database->rollBack();
    }),
    'forgotten transaction' => fn(Program $p) => $p->spawn(fn() => query(function (PDO $database) {
        $database->beginTransaction();
        delay(mt_rand(0, 1));
    })),
    'broken query' => function () {
        try {
            database()->query('SELECT nothing');
            expect('a broken query', 'a statement', 'an exception');
        } catch (PDOException) {
        }
    },
    'release' => fn() => PooledPDO::releaseOf(database()),
    'look at the pool' => function () {
        $pool = PooledPDO::poolOf(database());
        expect('lent and idle', $pool->lent() >= 0 && $pool->idle() >= 0 && count($pool) >= $pool->idle(), true);
    },
];

const WITH_DATABASE = ['query', 'half a result', 'transaction', 'forgotten transaction', 'broken query', 'release',
    'look at the pool'];

return extension_loaded('pdo_sqlite') ? $actions
    : array_replace($actions, array_fill_keys(WITH_DATABASE, fn() => null));
