--TEST--
Mutex: a coroutine that ends without unlock() releases the lock, with a warning that names it and the place of lock()
--FILE--
<?php
use Async\Mutex;
use function Async\{spawn, suspend, await, delay};

$mutex = new Mutex;
$forgetful = spawn(function () use ($mutex) {
    $mutex->lock();
    suspend();
});
suspend();
$mutex->lock();
echo "main has it\n";
$mutex->unlock();
suspend();

// Without a waiter; cancelled, or with an exception.
$cancelled = spawn(function () use ($mutex) {
    $mutex->tryLock();
    delay(60_000);
});
suspend();
$cancelled->cancel();
suspend();
suspend();
var_dump($mutex->isLocked());

// The error handler may wait, and throw.
set_error_handler(function ($level, $message, $file, $line) use ($mutex) {
    $mutex->synchronized(fn() => suspend());
    echo "handled $level: ", basename($file), ':', $line, "\n";
});
await(spawn(fn() => $mutex->lock()));
suspend();
suspend();
suspend();
restore_error_handler();

// The lock ends with its mutex.
$local = new Mutex;
$local->lock();
unset($local);
// Main, too.
$mutex->lock();
?>
--EXPECTF--
Warning: Async\Mutex: coroutine #2 spawned at %smutex_forgotten.php:6 ended without unlock() in %smutex_forgotten.php on line 7
main has it

Warning: Async\Mutex: coroutine #%d spawned at %smutex_forgotten.php:17 ended without unlock() in %smutex_forgotten.php on line 18
bool(false)
handled 2: mutex_forgotten.php:32

Warning: Async\Mutex: coroutine #1 spawned at %smutex_forgotten.php:6 ended without unlock() in %smutex_forgotten.php on line 43
