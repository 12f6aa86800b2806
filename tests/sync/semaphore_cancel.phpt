--TEST--
Semaphore: a cancelled waiter has no permit; a permit handed to it passes on at once (D34, P5)
--FILE--
<?php
use Async\Semaphore;
use function Async\{spawn, suspend, await};

$semaphore = new Semaphore(2);
$semaphore->acquire();
$semaphore->acquire();
$wait = function () use ($semaphore) {
    $semaphore->acquire();
    echo "BROKEN: acquired\n";
};
$parked = spawn($wait);
$woken = spawn($wait);
$last = spawn(function () use ($semaphore) {
    $semaphore->acquire();
    echo "last has it\n";
});
suspend();
$parked->cancel();
$semaphore->release();
$woken->cancel();
await($last);
var_dump($semaphore->available());

$woken = spawn($wait);
suspend();
$semaphore->release();
var_dump($semaphore->available());
$woken->cancel();
var_dump($semaphore->available());
suspend();
var_dump($woken->isCancelled(), $semaphore->available());
// schedules: may deadlock
?>
--EXPECT--
last has it
int(0)
int(0)
int(1)
bool(true)
int(1)
