--TEST--
ReactPHP in 200 coroutines at once: results, cancellation, wake-up of the loop, run() and stop(), exceptions, the end
--SKIPIF--
<?php require __DIR__ . '/vendor.inc'; need_vendor('react/async', 'react'); ?>
--FILE--
<?php
require __DIR__ . '/vendor.inc';
require vendor_autoloader();
load_adapter('react', 'Async\React');
use React\EventLoop\Loop;
use React\Promise\Deferred;
use function Async\{delay, spawn};
use function React\Async\{async, await};

echo "-- no coroutine: the main script runs the loop\n";
ob_start();
await(async(fn() => React\Async\delay(0.001) ?? print('printed'))());
var_dump(ob_get_clean());
Loop::addTimer(0.001, fn() => var_dump(Async\currentCoroutine()->getId()));
React\Async\delay(0.01);

echo "-- 200 coroutines\n";
$all = [];
for ($i = 0; $i < 200; $i++) {
    $all[] = spawn(function () use ($i) {
        $sum = 0;
        for ($round = 0; $round < 3; $round++) {
            $sum += array_sum(await(React\Promise\all([
                async(function () use ($i) {
                    React\Async\delay(0.01 + ($i % 7) / 1000);
                    return $i;
                })(),
                async(fn() => 1)(),
            ])));
            delay(1);
        }
        return $sum;
    });
}
$wrong = 0;
foreach ($all as $i => $coroutine) {
    $wrong += Async\await($coroutine) !== 3 * ($i + 1);
}
echo "$wrong wrong\n";

echo "-- a cancelled wait, and a result that comes later\n";
$deferred = new Deferred;
$coroutine = spawn(function () use ($deferred) {
    try {
        await($deferred->promise());
    } finally {
        echo "over\n";
    }
});
delay(5);
$coroutine->cancel();
try {
    Async\await($coroutine);
} catch (Async\AsyncCancellation) {
    echo "cancelled\n";
}
$deferred->resolve(5);
React\Async\delay(0.001);

echo "-- a plain coroutine resolves\n";
$deferred = new Deferred;
spawn(function () use ($deferred) {
    delay(20);
    $deferred->resolve('from a coroutine');
});
echo await($deferred->promise()), "\n";

echo "-- the loop waits for long, and gets something new\n";
$coroutine = spawn(fn() => React\Async\delay(60));
delay(5);
$start = hrtime(true);
Async\await(spawn(fn() => React\Async\delay(0.005)));
echo hrtime(true) - $start < 30e9 ? "woken\n" : "not woken\n";
$coroutine->cancel();

echo "-- streams\n";
[$here, $there] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$deferred = new Deferred;
Loop::addReadStream($there, function ($stream) use ($deferred) {
    Loop::removeReadStream($stream);
    $deferred->resolve(fread($stream, 9));
});
$reader = spawn(fn() => await($deferred->promise()));
delay(5);
fwrite($here, 'text');
echo Async\await($reader), "\n";

echo "-- others run while a listener waits\n";
$beats = 0;
$other = spawn(function () use (&$beats) {
    while (true) {
        delay(5);
        $beats++;
    }
});
$deferred = new Deferred;
Loop::futureTick(fn() => usleep(200000) ?? $deferred->resolve(null));
await($deferred->promise());
echo $beats > 2 ? "they ran\n" : "they did not\n";
$other->cancel();

echo "-- await() in a listener\n";
$deferred = new Deferred;
Loop::futureTick(function () use ($deferred) {
    React\Async\delay(0.005);
    $deferred->resolve('nested');
});
Loop::futureTick(fn() => print("in between\n"));
echo await($deferred->promise()), "\n";

echo "-- error handlers of other coroutines\n";
set_error_handler(fn() => print("handler of main\n"));
$coroutine = spawn(function () {
    set_error_handler(fn() => print("handler of the coroutine\n"));
    Loop::futureTick(fn() => null);
    React\Async\delay(0.005);
    restore_error_handler();
});
React\Async\delay(0.001);
Async\await($coroutine);
trigger_error('a warning', E_USER_WARNING);
restore_error_handler();

echo "-- exceptions\n";
echo Async\await(spawn(function () {
    try {
        await(async(fn() => throw new Exception('of a task'))());
    } catch (Exception $exception) {
        return $exception->getMessage();
    }
})), "\n";
$waiter = spawn(fn() => React\Async\delay(0.1) ?? 'goes on');
delay(1);
Loop::futureTick(fn() => throw new Exception('of a listener'));
try {
    React\Async\delay(30);
} catch (Exception $exception) {
    echo $exception->getMessage(), "\n";
}
echo Async\await($waiter), "\n";
$waiter = spawn(fn() => React\Async\delay(30));
delay(1);
Loop::futureTick(fn() => throw new Exception('of a listener, for the only one that waits'));
try {
    Async\await($waiter);
} catch (Exception $exception) {
    echo $exception->getMessage(), "\n";
}

echo "-- nothing is left\n";
$coroutine = spawn(fn() => React\Async\delay(0.001));
$reference = WeakReference::create($coroutine);
Async\await($coroutine);
unset($coroutine);
delay(5);
var_dump($reference->get());

echo "-- a wait that cannot end leaves others alone\n";
$coroutine = spawn(fn() => await((new Deferred)->promise()));
delay(1);
echo $coroutine->isCompleted() ? "ended\n" : "it waits\n";
$coroutine->cancel();

echo "-- the end: the rest of the loop\n";
Loop::addTimer(0.02, function () {
    spawn(function () {
        delay(1);
        echo "coroutine of a listener\n";
    });
});
echo "main is over\n";
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
-- a plain coroutine resolves
from a coroutine
-- the loop waits for long, and gets something new
woken
-- streams
text
-- others run while a listener waits
they ran
-- await() in a listener
in between
nested
-- error handlers of other coroutines
handler of main
-- exceptions
of a task
of a listener
goes on
of a listener, for the only one that waits
-- nothing is left
NULL
-- a wait that cannot end leaves others alone
it waits
-- the end: the rest of the loop
main is over
coroutine of a listener
