--TEST--
A semaphore refuses wrong numbers, a second construction, and a release without a permit
--FILE--
<?php
use Async\Semaphore;

$semaphore = new Semaphore(1);
foreach ([
    fn() => new Semaphore(0),
    fn() => new Semaphore(-1),
    fn() => new Semaphore,
    fn() => $semaphore->release(),
    fn() => $semaphore->run(fn() => $semaphore->release()),
    fn() => $semaphore->__construct(3),
    fn() => $semaphore->acquire(new stdClass),
    fn() => clone $semaphore,
] as $misuse) {
    try {
        $misuse();
        echo "BROKEN: nothing\n";
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
var_dump($semaphore->available());

/* One release() too many, while the permit is on its way to a waiter that is cancelled before it runs. */
$semaphore->acquire();
$waiter = Async\spawn($semaphore->acquire(...));
Async\suspend();
$semaphore->release();
$semaphore->release();
$waiter->cancel();
Async\suspend();
var_dump($semaphore->available());
?>
--EXPECT--
ValueError: Async\Semaphore::__construct(): Argument #1 ($permits) must be greater than 0
ValueError: Async\Semaphore::__construct(): Argument #1 ($permits) must be greater than 0
ArgumentCountError: Async\Semaphore::__construct() expects exactly 1 argument, 0 given
Async\AsyncException: release() without acquire(): all permits of the semaphore are back already
Async\AsyncException: release() without acquire(): all permits of the semaphore are back already
Async\AsyncException: Async\Semaphore is constructed once
TypeError: Async\Semaphore::acquire(): Argument #1 ($cancellation) must be of type ?Async\Awaitable, stdClass given
Error: Trying to clone an uncloneable object of class Async\Semaphore
int(1)
int(1)
