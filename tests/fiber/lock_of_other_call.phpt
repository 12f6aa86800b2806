--TEST--
A call that ends in a Fiber of another coroutine touches only its own lock and its own protection (P5, D25)
--FILE--
<?php
use Async\{AsyncCancellation, Mutex};
use function Async\{await, delay, protect, spawn, suspend};

set_error_handler(fn($number, $message) => print(preg_replace('~#\d+.* ended~', '#N ended', $message) . "\n"));

/* The lock of synchronized() went on to the next owner when its coroutine ended. */
$mutex = new Mutex;
$fiber = new Fiber(fn() => $mutex->synchronized(Fiber::suspend(...)));
await(spawn(fn() => $fiber->start()));
suspend();
$mutex->lock();
try {
    $fiber->resume();
} catch (Async\AsyncException $e) {
    echo $e->getMessage(), "\n";
}
var_dump($mutex->isLocked());
$mutex->unlock();

/* Its coroutine lives: the lock is given back at the end of the call. */
$fiber = new Fiber(fn() => $mutex->synchronized(Fiber::suspend(...)));
$owner = spawn(function () use ($fiber) {
    $fiber->start();
    delay(60000);
});
suspend();
var_dump($mutex->isLocked());
$fiber->resume();
var_dump($mutex->isLocked());
$owner->cancel();

/* A cancellation that waited for the end of protect() ends the wait of its coroutine. */
$fiber = new Fiber(fn() => protect(fn() => Fiber::suspend()));
$protected = spawn(function () use ($fiber) {
    $fiber->start();
    try {
        delay(60000);
    } catch (AsyncCancellation $e) {
        echo "cancelled\n";
        throw $e;
    }
});
suspend();
$protected->cancel();
suspend();
echo "protected\n";
$fiber->resume();
suspend();
var_dump($protected->isCancelled());

/* Classes and comparisons of a Fiber stay its own. */
$fiber = new Fiber(function () {
    $numbers = [3, 1, 2];
    usort($numbers, function ($a, $b) {
        Fiber::suspend();
        return $a <=> $b;
    });
    return $numbers;
});
$letters = ['c', 'a', 'b'];
usort($letters, function ($a, $b) use ($fiber) {
    $fiber->isStarted() ? $fiber->isTerminated() || $fiber->resume() : $fiber->start();
    return $a <=> $b;
});
while (!$fiber->isTerminated()) {
    await(spawn(fn() => $fiber->resume()));
}
echo implode($letters), ' ', implode($fiber->getReturn()), "\n";

/* A class that a Fiber loads is loaded in no other place meanwhile, once the first autoloader has returned it is. */
spl_autoload_register(function ($name) {
    Fiber::getCurrent() && Fiber::suspend();
    class_exists($name, false) || eval("class $name {}");
});
$fiber = new Fiber(fn() => class_exists('Wanted'));
await(spawn(fn() => $fiber->start()));
suspend();
var_dump(await(spawn(fn() => class_exists('Wanted'))));
$fiber->resume();
var_dump($fiber->getReturn(), await(spawn(fn() => class_exists('Wanted') && class_exists('Other'))));
?>
--EXPECT--
Async\Mutex: coroutine #N ended without unlock()
The callback of synchronized() has given up the lock: synchronized() unlocks by itself
bool(true)
bool(true)
bool(false)
protected
cancelled
bool(true)
abc 123
bool(false)
bool(true)
bool(true)
