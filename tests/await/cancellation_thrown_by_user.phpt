--TEST--
An AsyncCancellation thrown by user code ends its coroutine silently as cancelled; its awaiter gets it (CN-03, CN-05, D10 f)
--FILE--
<?php
use function Async\{spawn, await, suspend};

class Mine extends Async\CancellationError {}

$c = spawn(fn() => throw new Mine('on my own'));
$unseen = spawn(fn() => throw new Async\AsyncCancellation('unseen'));
suspend();
suspend();
var_dump($c->isCancelled(), $c->isCancellationRequested(), $unseen->isCancelled());
try {
    await($c);
} catch (Async\AsyncCancellation $e) {
    echo get_class($e), ' ', $e->getMessage(), "\n";
}
var_dump(Async\currentCoroutine()->isCancelled());
?>
--EXPECT--
bool(true)
bool(false)
bool(true)
Mine on my own
bool(false)
