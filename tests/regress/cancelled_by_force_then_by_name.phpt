--TEST--
Forced phase: a coroutine whose stock wait was refused is then cancelled by user code: one reason, no leak (GS-05, D11)
--FILE--
<?php
use function Async\{spawn, await, delay, suspend};

function survivor(): void
{
    try {
        usleep(1000);
    } catch (Async\AsyncCancellation $e) {
        echo 'refused: ', get_class($e), "\n";
    }
    $self = Async\currentCoroutine();
    $self->cancel(new Async\AsyncCancellation('by name'));
    try {
        suspend();
    } catch (Async\AsyncCancellation $e) {
        echo "still the end\n";
    }
}

spawn(function () {
    try {
        delay(100000);
    } finally {
        // The second failure starts the forced phase, and this coroutine starts in that phase.
        spawn(function () {
            try {
                delay(100000);
            } finally {
                spawn('survivor');
            }
        });
        suspend();
        throw new Exception('second');
    }
});
suspend();
throw new Exception('first');
?>
--EXPECTF--
Fatal error: Uncaught Exception: first in %s:%d
Stack trace:
#0 {main}
  thrown in %s on line %d
refused: Async\AsyncCancellation
still the end

Fatal error: Uncaught Async\AsyncCancellation: Graceful shutdown in [no active file]:0
Stack trace:
#0 {main}

Next Exception: second in %s:%d
Stack trace:
#0 [internal function]: {closure%S}()
#1 {main}
  thrown in %s on line %d
  in coroutine #%d spawned at %s:%d
  by the main script
