--TEST--
Timeout::cancel(): the timeout never fires, its awaiter gets the cancellation, the first reason is kept (D24)
--FILE--
<?php
use function Async\{await, timeout, spawn, suspend};

$t = timeout(100000);
$w = spawn(fn() => await($t));
suspend();
$t->cancel($reason = new Async\AsyncCancellation('no more'));
$t->cancel(new Async\AsyncCancellation('second'));
var_dump($t->isCompleted(), $t->isCancelled());
foreach ([$w, $t] as $x) {
    try { await($x); } catch (Async\AsyncCancellation $e) { var_dump($e === $reason); }
}
$d = timeout(100000);
$d->cancel();
try { await($d); } catch (Async\AsyncCancellation $e) { echo str_replace(__DIR__, '', $e->getMessage()), "\n"; }
try { $d->cancel(new Exception); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
// schedules: any
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
cancelled at /timeout_cancel.php:14
Async\Timeout::cancel(): Argument #1 ($cancellation) must be of type ?Async\AsyncCancellation, Exception given
