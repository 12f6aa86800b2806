--TEST--
Async\Testing\run(): nested, in coroutines, isolated scopes and Fibers, cancelled, beside other coroutines
--FILE--
<?php
use Async\{AsyncCancellation, AsyncException, Scope};
use function Async\{await, awaitAll, currentScope, delay, spawn, suspend, timeout};
use function Async\Testing\{elapsed, explore, run};

echo "-- nested\n";
echo run(function () {
    delay(10);
    $inner = run(function () {
        delay(3_600_000);
        return round(elapsed()) . ' ' . run(fn() => delay(5) ?? 'innermost', 3);
    }, 7);
    return "$inner, outside " . round(elapsed());
}, 5), "\n";

echo "-- with real time in virtual time\n";
$began = hrtime(true);
run(function () {
    run(fn() => delay(30), virtualTime: false);
    delay(3_600_000);
});
var_dump(hrtime(true) - $began >= 30e6);
$began = hrtime(true);
run(fn() => delay(30), 1, false);
var_dump(hrtime(true) - $began >= 30e6);

echo "-- a deadlock, a failure and a leak in a nested run\n";
foreach ([
    fn() => (new Async\Channel)->recv(),
    fn() => throw new LogicException('inside'),
    function () { spawn(fn() => delay(1)); },
] as $test) {
    echo run(function () use ($test) {
        try {
            run($test);
        } catch (Throwable $e) {
            delay(5);
            return $e::class;
        }
    }), "\n";
}

echo "-- in a coroutine\n";
echo await(spawn(fn() => run(fn() => delay(1000) ?? 'value'))), "\n";

echo "-- in a Fiber of main, of a coroutine, and of a test\n";
$fiber = new Fiber(function () {
    Fiber::suspend();
    echo run(fn() => delay(1000) ?? 'main'), "\n";
});
$fiber->start();
$fiber->resume();
await(spawn(function () {
    $fiber = new Fiber(function () {
        echo run(fn() => delay(1000) ?? 'coroutine'), "\n";
    });
    $fiber->start();
}));
run(function () {
    $fiber = new Fiber(function () {
        delay(1000);
        echo Fiber::suspend('suspended'), "\n";
    });
    echo $fiber->start(), "\n";
    delay(1000);
    $fiber->resume('resumed');
});

echo "-- in an isolated scope\n";
final class Statics
{
    public static int $number = 0;
}
$scope = Scope::isolated();
echo await($scope->spawn(function () {
    Statics::$number = 5;
    return run(fn() => delay(1000) ?? Statics::$number);
})), ' ', Statics::$number, "\n";
unset($scope);
run(function () {
    $scope = Scope::isolated();
    await($scope->spawn(function () {
        Statics::$number = 5;
        delay(1000);
    }));
    echo Statics::$number, "\n";
});

echo "-- one at a time\n";
$first = spawn(fn() => run(fn() => delay(1000) ?? 'first'));
$second = spawn(function () {
    try {
        run(fn() => delay(1000) ?? 'second');
    } catch (AsyncException $e) {
        return $e->getMessage();
    }
});
echo await($first), "\n", await($second), "\n";

echo "-- cancelled\n";
$runner = spawn(function () {
    run(function () {
        spawn(function () {
            try {
                delay(3_600_000);
            } finally {
                delay(10);
                echo "other: finally\n";
            }
        });
        try {
            delay(3_600_000);
        } finally {
            delay(20);
            echo "test: finally\n";
        }
    }, null, false);
});
delay(10);
$runner->cancel(new AsyncCancellation('by the caller'));
try {
    await($runner);
} catch (AsyncCancellation $e) {
    echo $e->getMessage(), "\n";
}

echo "-- a test that cancels itself\n";
try {
    run(function () {
        currentScope()->cancel(new AsyncCancellation('by itself'));
        delay(10);
    });
} catch (AsyncCancellation $e) {
    echo $e->getMessage(), "\n";
}

echo "-- timeouts that are cancelled\n";
run(function () {
    $timeouts = [];
    for ($i = 1; $i < 100; $i++) {
        $timeouts[] = timeout($i * 1000);
    }
    delay(50_200);
    foreach ($timeouts as $i => $timeout) {
        $timeout->cancel();
    }
    echo round(elapsed()), "\n";
});

echo "-- beside others, which go on in the same time\n";
$log = [];
$other = spawn(function () use (&$log) {
    for ($i = 0; $i < 3; $i++) {
        delay(1_000_000);
        $log[] = "other $i";
    }
});
$began = hrtime(true);
run(function () use (&$log) {
    delay(2_500_000);
    $log[] = 'test';
});
$other->cancel();
echo implode(', ', $log), "\n";
var_dump(hrtime(true) - $began < 5e9);

echo "-- with arguments of every kind\n";
final class Callables
{
    private function hidden(): string
    {
        return 'private';
    }

    public static function open(): string
    {
        return 'static';
    }

    public function __call(string $name, array $arguments): string
    {
        return "__call $name";
    }

    public function call(): string
    {
        return run([$this, 'hidden']);
    }
}
echo (new Callables)->call(), ', ', run('Callables::open'), ', ', run([new Callables, 'anything']), ', ',
    run('getmypid') === getmypid() ? 'internal' : 'BROKEN', "\n";
explore([new Callables, 'anything'], 3);

echo "-- where no coroutine can wait\n";
register_shutdown_function(function () {
    try {
        run(fn() => 1);
    } catch (AsyncException $e) {
        echo $e->getMessage(), "\n";
    }
});
?>
--EXPECT--
-- nested
3600 innermost, outside 3600
-- with real time in virtual time
bool(true)
bool(true)
-- a deadlock, a failure and a leak in a nested run
Async\DeadlockError
LogicException
Async\Testing\LeakException
-- in a coroutine
value
-- in a Fiber of main, of a coroutine, and of a test
main
coroutine
suspended
resumed
-- in an isolated scope
5 0
0
-- one at a time
first
Another coroutine runs a test: tests with a clock and a schedule run one after the other
-- cancelled
other: finally
test: finally
by the caller
-- a test that cancels itself
by itself
-- timeouts that are cancelled
50
-- beside others, which go on in the same time
other 0, other 1, test
bool(true)
-- with arguments of every kind
private, static, __call anything, internal
-- where no coroutine can wait
Cannot run a test: the request is shutting down, and its coroutines have ended
