--TEST--
A cancellation is delivered once: a coroutine that swallows it can wait again and completes normally (CN-20, CN-13)
--FILE--
<?php
use function Async\{spawn, await, suspend, delay};

$c = spawn(function () {
    try {
        delay(100000);
    } catch (Async\AsyncCancellation $e) {
        echo $e->getMessage(), "\n";
    }
    suspend();
    delay(1);
    echo await(spawn(fn() => 'awaits')), "\n";
    return 'result';
});
suspend();
$c->cancel(new Async\AsyncCancellation('first'));
$c->cancel(new Async\AsyncCancellation('second'));
$c->cancel();
suspend();
$c->cancel(new Async\AsyncCancellation('third, after delivery'));
var_dump($c->isCancellationRequested(), $c->isCancelled(), $c->isCompleted());
var_dump(await($c));
var_dump($c->isCancellationRequested(), $c->isCancelled(), $c->isCompleted(), $c->getException());
?>
--EXPECT--
first
bool(true)
bool(false)
bool(false)
awaits
string(6) "result"
bool(true)
bool(false)
bool(true)
NULL
