--TEST--
Mutex: one owner at a time, handed over in the order of the calls; a new call does not overtake (P5)
--FILE--
<?php
use Async\Mutex;
use function Async\{spawn, suspend, await, timeout};

$mutex = new Mutex;
var_dump($mutex->isLocked());
$mutex->lock();
var_dump($mutex->isLocked(), $mutex->tryLock());
$mutex->unlock();
var_dump($mutex->isLocked(), $mutex->tryLock(), $mutex->isLocked());

$order = [];
$inside = 0;
$all = [];
foreach ([1, 2, 3] as $n) {
    $all[] = spawn(function () use ($mutex, $n, &$order, &$inside) {
        $mutex->lock();
        $order[] = $n;
        if (++$inside > 1) {
            echo "BROKEN: two inside\n";
        }
        suspend();
        $inside--;
        $mutex->unlock();
    });
}
suspend();
$mutex->unlock();
// The first waiter owns the lock already, although it has not run yet.
var_dump($mutex->isLocked(), $mutex->tryLock());
$mutex->lock();
$order[] = 'main';
$mutex->unlock();
foreach ($all as $coroutine) {
    await($coroutine);
}
echo implode(' ', $order), "\n";
var_dump($mutex->isLocked());

// With a time limit.
$gate = new Async\Channel;
$holder = spawn(fn() => $mutex->synchronized(fn() => $gate->recv()));
suspend();
try {
    $mutex->lock(timeout(2));
} catch (Async\AwaitCancelledException $e) {
    echo get_class($e->getPrevious()), "\n";
}
$gate->send(true);
await($holder);
var_dump($mutex->isLocked());
// schedules: none, it tests the order of turns
?>
--EXPECT--
bool(false)
bool(true)
bool(false)
bool(false)
bool(true)
bool(true)
bool(true)
bool(false)
1 2 3 main
bool(false)
Async\TimeoutException
bool(false)
