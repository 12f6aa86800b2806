--TEST--
A cancelled token coroutine, started or not: AwaitCancelledException whose previous exception is the token's cancellation (D3, AW-08)
--FILE--
<?php
use function Async\{spawn, await, suspend, delay, timeout};

$end = false;
$slow = spawn(function () use (&$end) {
    // Limited in time, because an injected cancellation can end an await of this test early.
    for ($i = 0; !$end && $i < 10000; $i++) suspend();
    return 'slow';
});

$never = spawn(fn() => print("never\n"));
$never->cancel($reason = new Async\AsyncCancellation('no start'));
try { await($slow, $never); } catch (Async\AwaitCancelledException $e) { var_dump($e->getPrevious() === $reason); }

$sleeping = spawn(fn() => delay(100000));
spawn(function () use ($sleeping) { $sleeping->cancel(new Async\AsyncCancellation('wake up')); });
try { await($slow, $sleeping); } catch (Async\AwaitCancelledException $e) { echo $e->getPrevious()->getMessage(), "\n"; }

$timeout = timeout(100000);
spawn(function () use ($timeout) { $timeout->cancel(new Async\AsyncCancellation('no timeout')); });
try { await($slow, $timeout); } catch (Async\AwaitCancelledException $e) { echo get_class($e->getPrevious()), ' ', $e->getPrevious()->getMessage(), "\n"; }
try { await($slow, $timeout); } catch (Async\AwaitCancelledException $e) { echo get_class($e->getPrevious()), ' ', $e->getPrevious()->getMessage(), "\n"; }

$end = true;
// The current coroutine is not cancelled: only its wait ended.
var_dump(Async\currentCoroutine()->isCancellationRequested(), await($slow));
// schedules: any
?>
--EXPECT--
bool(true)
wake up
Async\AsyncCancellation no timeout
Async\AsyncCancellation no timeout
bool(false)
string(4) "slow"
