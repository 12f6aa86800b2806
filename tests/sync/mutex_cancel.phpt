--TEST--
Mutex: a cancelled waiter holds nothing; a lock handed to it passes on at once (D34, P5)
--FILE--
<?php
use Async\Mutex;
use function Async\{spawn, suspend, await};

$mutex = new Mutex;
$mutex->lock();
$wait = function () use ($mutex) {
    $mutex->lock();
    echo "BROKEN: locked\n";
};
$parked = spawn($wait);
$woken = spawn($wait);
$last = spawn(function () use ($mutex) {
    $mutex->lock();
    echo "last has it\n";
    $mutex->unlock();
});
suspend();
$parked->cancel();
$mutex->unlock();
$woken->cancel();
await($last);
var_dump($mutex->isLocked(), $parked->isCancelled(), $woken->isCancelled());

// Without another waiter: free.
$mutex->lock();
$woken = spawn($wait);
suspend();
$mutex->unlock();
var_dump($mutex->isLocked());
$woken->cancel();
var_dump($mutex->isLocked(), $mutex->tryLock());
$mutex->unlock();
suspend();

// A pending cancellation comes first.
$self = spawn(function () use ($mutex) {
    Async\currentCoroutine()->cancel();
    $mutex->lock();
    echo "BROKEN: locked\n";
});
suspend();
suspend();
var_dump($self->isCancelled(), $mutex->isLocked());
// Shielded: the lock is taken and the cancellation comes afterwards.
$mutex->lock();
$shielded = spawn(function () use ($mutex) {
    Async\protect(function () use ($mutex) {
        $mutex->lock();
        echo "shielded has it\n";
        $mutex->unlock();
    });
    echo "BROKEN: goes on\n";
});
suspend();
$mutex->unlock();
$shielded->cancel();
suspend();
suspend();
var_dump($shielded->isCancelled(), $mutex->isLocked());
// schedules: none, it tests the order of turns
?>
--EXPECT--
last has it
bool(false)
bool(true)
bool(true)
bool(true)
bool(false)
bool(true)
bool(true)
bool(false)
shielded has it
bool(true)
bool(false)
