<?php
/* Actions that need the scheduler only. */

use Async\{Future, FutureState, Scope, TaskGroup};

use function Async\{await, awaitAll, awaitAnyOrFail, currentCoroutine, delay, iterate, protect, select, suspend};
use function Async\timeout;

function waiting_generator(): Generator
{
    try {
        for ($i = 0; $i < 5; $i++) {
            suspend();
            yield $i;
        }
    } finally {
        suspend();
    }
}

$spawn = function (Program $p, int $depth) {
    if ($depth < MAX_DEPTH) {
        $p->spawn(fn() => $p->act($depth + 1));
    }
};

return [
    // ---- time and turns ----
    'suspend' => fn() => suspend(),
    'delay' => fn() => delay(mt_rand(0, 3)),
    'usleep' => fn() => usleep(mt_rand(0, 2000)),
    // ---- coroutines: three times, so that there are many ----
    'spawn' => $spawn,
    'spawn again' => $spawn,
    'spawn once more' => $spawn,
    'await' => fn(Program $p) => ($c = $p->pick($p->coroutines)) && await($c, timeout(mt_rand(1, 5))),
    'cancel' => fn(Program $p) => $p->pick($p->coroutines)?->cancel(),
    'at the end' => fn() => currentCoroutine()->onFinally(fn() => suspend()),
    'protect' => fn(Program $p, int $depth) => protect(fn() => $p->act($depth + 3)),
    'await one of' => fn(Program $p) => ($some = $p->some()) && awaitAnyOrFail($some, timeout(2)),
    'await all' => fn(Program $p) => ($some = $p->some()) && awaitAll($some, timeout(2)),
    // ---- scopes and groups ----
    'scope' => function (Program $p, int $depth) {
        $p->scopes[] = $scope = new Scope;
        $scope->spawn(fn() => $p->act($depth + 2));
        if (Program::oneOf(2)) {
            $scope->awaitCompletion(timeout(mt_rand(1, 4)));
        }
    },
    'cancel scope' => fn(Program $p) => $p->pick($p->scopes)?->cancel(),
    'end scope' => function (Program $p) {
        if ($scope = $p->pick($p->scopes)) {
            $scope->{$p->pick(['dispose', 'disposeSafely', 'asNotSafely'])}();
        }
    },
    'group' => function (Program $p, int $depth) {
        $group = new TaskGroup(concurrency: mt_rand(1, 3));
        for ($i = 0; $i < 4; $i++) {
            $group->spawn(fn() => $p->act($depth + 3));
        }
        if (Program::oneOf(2)) {
            $group->cancel();
        }
        $group->close();
        foreach ($group as $result) {
            if (Program::oneOf(6)) {
                break;
            }
        }
    },
    'iterate' => fn(Program $p, int $depth) => iterate([1, 2, 3], function () use ($p, $depth) {
        suspend();
        $p->act($depth + 3);
    }, mt_rand(1, 2)),
    // ---- what is shared ----
    'send' => fn(Program $p) => $p->pick($p->channels)->send(mt_rand(), timeout(2)),
    'receive' => fn(Program $p) => $p->pick($p->channels)->recv(timeout(2)),
    'select' => fn(Program $p) => select(['channel' => $p->pick($p->channels), 'time' => timeout(1)]),
    'mutex' => fn(Program $p, int $depth) => $p->mutex->synchronized(fn() => $p->act($depth + 3), timeout(3)),
    'semaphore' => fn(Program $p, int $depth) => $p->semaphore->run(fn() => $p->act($depth + 3), timeout(3)),
    'future' => function (Program $p, int $depth) {
        $state = new FutureState;
        $future = new Future($state);
        $p->futures[] = [$state, $future];
        $future->ignore();
        $future->map(fn() => $p->act($depth + 3))->ignore();
    },
    'complete' => function (Program $p) {
        [$state] = $p->pick($p->futures) ?? [null];
        if ($state && !$state->isCompleted()) {
            $state->complete(1);
        }
    },
    'await future' => fn(Program $p) => ($pair = $p->pick($p->futures)) && await($pair[1], timeout(1)),
    // ---- places of the engine ----
    'destructor' => function () {
        new Disturbing;
    },
    'cycle' => function () {
        gc_collect_cycles();
        $object = new Disturbing;
        $object->cycle = $object;
    },
    'fiber' => function (Program $p, int $depth) {
        $fiber = new Fiber(function () use ($p, $depth) {
            $p->act($depth + 2);
            Fiber::suspend(1);
            $p->act($depth + 3);
        });
        $fiber->start();
        if (Program::oneOf(2) && $fiber->isSuspended()) {
            $fiber->resume();
        }
    },
    'generator' => function () {
        foreach (waiting_generator() as $value) {
            if (Program::oneOf(3)) {
                break;
            }
        }
    },
    'output' => function () {
        ob_start();
        echo 'x';
        suspend();
        ob_end_clean();
    },
    'map' => fn(Program $p, int $depth) => array_map(function ($value) use ($p, $depth) {
        suspend();
        if (Program::oneOf(4)) {
            $p->act($depth + 3);
        }
        return $value;
    }, [3, 1, 2]),
    'sort' => function () {
        $values = [3, 1, 2];
        usort($values, function ($a, $b) {
            suspend();
            return $a <=> $b;
        });
    },
    // ---- ends ----
    'throw' => fn(Program $p, int $depth) => Program::oneOf(5) && throw new Exception("from depth $depth"),
    'exit' => function () {
        if (Program::oneOf(60)) {
            exit(EXIT_STATUS);
        }
    },
    'fatal error' => fn() => Program::oneOf(80) && trigger_error('fatal', E_USER_ERROR),
    // ---- one stream, as a taste: io.php has the others ----
    'stream pair' => function (Program $p) {
        [$here, $there] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        $p->spawn(function () use ($there) {
            delay(1);
            fwrite($there, "hello\n");
        });
        stream_set_timeout($here, 1);
        fgets($here);
    },
];
