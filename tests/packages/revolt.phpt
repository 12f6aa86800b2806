--TEST--
AMPHP in 200 coroutines at once: results, cancellation, wake-up of the loop, exceptions, waits that cannot end
--SKIPIF--
<?php require __DIR__ . '/vendor.inc'; need_vendor('amphp/amp', 'revolt'); ?>
--FILE--
<?php
require __DIR__ . '/vendor.inc';
require vendor_autoloader();
load_adapter('revolt', 'Async\Revolt');
use Amp\{CancelledException, DeferredFuture, TimeoutCancellation};
use Revolt\EventLoop;
use Revolt\EventLoop\UncaughtThrowable;
use function Amp\async;
use function Async\{await, delay, spawn};

echo "-- no coroutine: the main script runs the loop\n";
ob_start();
async(fn() => print('printed'))->await();
var_dump(ob_get_clean());
async(fn() => var_dump(Async\currentCoroutine()->getId()))->await();

echo "-- 200 coroutines\n";
$all = [];
for ($i = 0; $i < 200; $i++) {
    $all[] = spawn(function () use ($i) {
        $sum = 0;
        for ($round = 0; $round < 3; $round++) {
            $sum += array_sum(Amp\Future\await([
                async(function () use ($i) {
                    Amp\delay(0.01 + ($i % 7) / 1000);
                    return $i;
                }),
                async(fn() => 1),
            ]));
            delay(1);
        }
        return $sum;
    });
}
$wrong = 0;
foreach ($all as $i => $coroutine) {
    $wrong += await($coroutine) !== 3 * ($i + 1);
}
echo "$wrong wrong\n";

echo "-- a cancelled wait, and a result that comes later\n";
$deferred = new DeferredFuture;
$coroutine = spawn(function () use ($deferred) {
    try {
        $deferred->getFuture()->await();
    } finally {
        echo "over\n";
    }
});
delay(5);
$coroutine->cancel();
try {
    await($coroutine);
} catch (Async\AsyncCancellation) {
    echo "cancelled\n";
}
$deferred->complete(5);
Amp\delay(0.01);

echo "-- a plain coroutine resumes\n";
$deferred = new DeferredFuture;
spawn(function () use ($deferred) {
    delay(20);
    $deferred->complete('from a coroutine');
});
echo $deferred->getFuture()->await(), "\n";

echo "-- the loop waits for long, and gets something new\n";
$coroutine = spawn(function () {
    try {
        Amp\delay(60, true, new TimeoutCancellation(30));
    } catch (CancelledException) {
        echo "time limit\n";
    }
});
delay(5);
Amp\delay(0.005);
echo $coroutine->isCompleted() ? "after the other one\n" : "before the other one\n";
$coroutine->cancel();

echo "-- others run while a callback waits\n";
$beats = 0;
$other = spawn(function () use (&$beats) {
    while (true) {
        delay(5);
        $beats++;
    }
});
async(fn() => usleep(200000))->await();
echo $beats > 2 ? "they ran\n" : "they did not\n";
$other->cancel();

echo "-- exceptions\n";
echo await(spawn(function () {
    try {
        async(fn() => throw new Exception('of a task'))->await();
    } catch (Exception $exception) {
        return $exception->getMessage();
    }
})), "\n";
$waiter = spawn(fn() => Amp\delay(0.1) ?? 'goes on');
delay(1);
EventLoop::queue(fn() => throw new Exception('of a callback'));
try {
    Amp\delay(30);
} catch (UncaughtThrowable $uncaught) {
    echo $uncaught->getPrevious()->getMessage(), "\n";
}
echo await($waiter), "\n";
$waiter = spawn(fn() => Amp\delay(30));
delay(1);
EventLoop::queue(fn() => throw new Exception('of a callback, for the only one that waits'));
try {
    await($waiter);
} catch (UncaughtThrowable $uncaught) {
    echo $uncaught->getPrevious()->getMessage(), "\n";
}

echo "-- run()\n";
EventLoop::delay(0.01, function () { echo "callback\n"; });
$waiter = spawn(fn() => Amp\delay(0.05) ?? 'beside');
EventLoop::run();
echo await($waiter), "\n";

echo "-- isolated scopes that wait for one future\n";
$deferred = new DeferredFuture;
$waiters = array_map(fn() => spawn(function () use ($deferred) {
    $scope = Async\Scope::isolated();
    return await($scope->spawn(fn() => $deferred->getFuture()->await()));
}), range(1, 20));
delay(5);
$deferred->complete(1);
[$results] = Async\awaitAll($waiters, Async\timeout(10_000));
echo array_sum($results), "\n";

echo "-- nothing is left\n";
$coroutine = spawn(fn() => Amp\delay(0.001));
$reference = WeakReference::create($coroutine);
await($coroutine);
unset($coroutine);
EventLoop::repeat(0.001, fn() => null);
$coroutine = spawn(fn() => Amp\delay(30));
$coroutine->cancel();
Async\suspend();
$coroutine->cancel();
unset($coroutine);
delay(5);
var_dump($reference->get());
foreach (EventLoop::getIdentifiers() as $id) {
    EventLoop::cancel($id);
}

echo "-- a wait that cannot end\n";
try {
    (new DeferredFuture)->getFuture()->await();
} catch (Error $error) {
    echo get_class($error), ': ', $error->getMessage(), "\n";
}
var_dump(EventLoop::getIdentifiers());
?>
--EXPECT--
-- no coroutine: the main script runs the loop
string(7) "printed"
int(1)
-- 200 coroutines
0 wrong
-- a cancelled wait, and a result that comes later
over
cancelled
-- a plain coroutine resumes
from a coroutine
-- the loop waits for long, and gets something new
before the other one
-- others run while a callback waits
they ran
-- exceptions
of a task
of a callback
goes on
of a callback, for the only one that waits
-- run()
callback
beside
-- isolated scopes that wait for one future
20
-- nothing is left
NULL
-- a wait that cannot end
Error: Event loop terminated without resuming the current suspension: nothing is left in the loop, and no other coroutine could resume it
array(0) {
}
