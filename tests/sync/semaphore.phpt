--TEST--
Semaphore: as many holders as permits; permits go to the longest waiters, a new call does not overtake (P5)
--FILE--
<?php
use Async\Semaphore;
use function Async\{spawn, suspend, await, delay, timeout};

$semaphore = new Semaphore(2);
var_dump($semaphore->available(), $semaphore->tryAcquire(), $semaphore->tryAcquire(), $semaphore->tryAcquire());
var_dump($semaphore->available());
$semaphore->release();
$semaphore->release();

$inside = $most = 0;
$order = [];
$all = [];
for ($n = 0; $n < 7; $n++) {
    $all[] = spawn(function () use ($semaphore, $n, &$order, &$inside, &$most) {
        return $semaphore->run(function () use ($n, &$order, &$inside, &$most) {
            $most = max($most, ++$inside);
            $order[] = $n;
            suspend();
            $inside--;
            return "result $n";
        });
    });
}
foreach ($all as $n => $coroutine) {
    if (await($coroutine) !== "result $n") {
        echo "BROKEN: result\n";
    }
}
echo implode(' ', $order), ", at most $most\n";
var_dump($semaphore->available());

// A permit handed to a waiter is not available to others.
$semaphore = new Semaphore(1);
$semaphore->acquire();
$waiter = spawn(function () use ($semaphore) {
    $semaphore->acquire();
    echo "waiter has it\n";
});
suspend();
$semaphore->release();
var_dump($semaphore->available(), $semaphore->tryAcquire());
await($waiter);
// Any coroutine may release.
$semaphore->release();
var_dump($semaphore->available());

// With a time limit, and with a failing callback.
$semaphore->acquire();
try {
    $semaphore->acquire(timeout(2));
} catch (Async\AwaitCancelledException $e) {
    echo get_class($e->getPrevious()), "\n";
}
$semaphore->release();
try {
    $semaphore->run(fn() => throw new LogicException('failed'));
} catch (LogicException) {
    var_dump($semaphore->available());
}
// schedules: none, it tests the order of turns
?>
--EXPECT--
int(2)
bool(true)
bool(true)
bool(false)
int(0)
0 1 2 3 4 5 6, at most 2
int(2)
int(0)
bool(false)
waiter has it
int(1)
Async\TimeoutException
int(1)
