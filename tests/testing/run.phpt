--TEST--
Async\Testing\run(): value, exceptions, virtual time, seeds give one trace each
--FILE--
<?php
use function Async\{await, awaitAll, delay, spawn, suspend, timeout};
use function Async\Testing\{elapsed, run};

function caught(callable $call): void
{
    try {
        var_export($call());
        echo "\n";
    } catch (Throwable $e) {
        echo $e::class, ': ', $e->getMessage(), "\n";
    }
}

$began = hrtime(true);

echo "-- value and time\n";
caught(fn() => run(function () {
    sleep(1000);
    usleep(500_000);
    time_nanosleep(100, 0);
    delay(2_400_000);
    try {
        await(new Async\Future(new Async\FutureState), timeout(99_000));
    } catch (Async\AwaitCancelledException) {
    }
    return round(elapsed());
}));
caught(fn() => run(fn() => [1, 'x' => null]));
caught(fn() => elapsed());

echo "-- timers fire in the order of their deadlines\n";
caught(fn() => run(function () {
    $log = [];
    $coroutines = [];
    foreach ([3_600_000, 5, 86_400_000, 60_000, 5] as $ms) {
        $coroutines[] = spawn(function () use ($ms, &$log) {
            delay($ms);
            $log[] = $ms;
        });
    }
    awaitAll($coroutines);
    return implode(' ', $log);
}));

echo "-- a periodic coroutine for an hour\n";
caught(fn() => run(function () {
    $ticks = 0;
    $ticker = spawn(function () use (&$ticks) {
        while (true) {
            delay(1000);
            $ticks++;
        }
    });
    delay(3_600_000 + 500);
    $ticker->cancel();
    return $ticks;
}));

echo "-- exceptions\n";
caught(fn() => run(fn() => throw new LogicException('of the test')));
caught(fn() => run(function () {
    spawn(function () {
        delay(10);
        throw new LogicException('of a coroutine that is not awaited');
    });
    delay(1000);
}));
caught(fn() => run(function () {
    spawn(fn() => throw new LogicException('at the end'));
}));
caught(fn() => run(function () {
    $scope = new Async\Scope;
    $scope->spawn(fn() => throw new LogicException('of another root scope'));
    delay(10);
}));
caught(fn() => run(function () {
    $coroutine = spawn(fn() => throw new LogicException('awaited'));
    try {
        await($coroutine);
    } catch (LogicException $e) {
        return $e->getMessage();
    }
}));

echo "-- deadlocks\n";
caught(fn() => run(fn() => (new Async\Channel)->recv()));
caught(fn() => run(function () {
    $coroutines = [];
    $coroutines[0] = spawn(function () use (&$coroutines) { await($coroutines[1]); });
    $coroutines[1] = spawn(function () use (&$coroutines) { await($coroutines[0]); });
    await($coroutines[0]);
}));

echo "-- the same seed gives the same trace\n";
function trace(?int $seed): string
{
    return run(function () {
        $log = '';
        $coroutines = [];
        for ($i = 0; $i < 6; $i++) {
            $coroutines[] = spawn(function () use ($i, &$log) {
                for ($step = 0; $step < 6; $step++) {
                    $log .= $i;
                    ($i + $step) % 3 ? suspend() : delay(5);
                }
            });
        }
        awaitAll($coroutines);
        return $log;
    }, $seed);
}

$traces = [];
for ($seed = 1; $seed <= 100; $seed++) {
    $traces[$seed] = trace($seed);
}
var_dump(count(array_unique($traces)) > 90);
for ($seed = 100; $seed >= 1; $seed--) {
    if (trace($seed) !== $traces[$seed]) {
        echo "another trace: $seed\n";
    }
}
var_dump(trace(null) === trace(null), trace(null) === $traces[1], trace(-7) === trace(-7));

echo "-- afterwards\n";
delay(5);
var_dump(hrtime(true) - $began < 20e9);
echo Async\stats()['coroutines'], " coroutine\n";
?>
--EXPECTF--
-- value and time
3600.0
array (
  0 => 1,
  'x' => NULL,
)
Async\AsyncException: No test runs: Async\Testing\elapsed() is for code that Async\Testing\run() runs
-- timers fire in the order of their deadlines
'5 5 60000 3600000 86400000'
-- a periodic coroutine for an hour
3600
-- exceptions
LogicException: of the test
LogicException: of a coroutine that is not awaited
LogicException: at the end
LogicException: of another root scope
'awaited'
-- deadlocks
Async\DeadlockError: Deadlock in the test: each coroutine waits, and no event can wake one:
  coroutine #%d spawned at %srun.php:%d, suspended at %srun.php:%d, waits for a value from Async\Channel made at %srun.php:%d
Async\DeadlockError: Deadlock in the test: each coroutine waits, and no event can wake one:
  coroutine #%d spawned at %srun.php:%d, suspended at %srun.php:%d, waits for coroutine #%d (spawned at %srun.php:%d)
  coroutine #%d spawned at %srun.php:%d, suspended at %srun.php:%d, waits for coroutine #%d (spawned at %srun.php:%d)
  coroutine #%d spawned at %srun.php:%d, suspended at %srun.php:%d, waits for coroutine #%d (spawned at %srun.php:%d)
-- the same seed gives the same trace
bool(true)
bool(true)
bool(false)
bool(true)
-- afterwards
bool(true)
1 coroutine
