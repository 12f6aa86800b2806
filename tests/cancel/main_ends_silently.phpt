--TEST--
A cancellation that leaves main ends it silently: finally blocks run, other coroutines drain, no fatal error, status 0 (ED-07, D14, D29, CN-10)
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

show_php('cancelled by a coroutine', <<<'PHP'
set_exception_handler(function ($e) { echo "user handler must not see it\n"; });
register_shutdown_function(function () { echo "shutdown\n"; });
$main = Async\currentCoroutine();
Async\spawn(function () use ($main) {
    Async\suspend();
    $main->cancel();
    Async\delay(2);
    echo "coroutine goes on\n";
});
try {
    Async\delay(100000);
} finally {
    echo "The end\n";
}
echo "not reached\n";
PHP);

show_php('by awaiting a cancelled coroutine', <<<'PHP'
try {
    $coroutine = Async\spawn(function () { Async\delay(100000); throw new \Exception('Task 1'); });
    Async\spawn(function () use ($coroutine) { $coroutine->cancel(); });
    try {
        Async\await($coroutine);
    } catch (\Exception $e) {
        echo "Caught exception\n";
    }
} finally {
    echo "The end\n";
}
PHP);

show_php('caught and thrown on', <<<'PHP'
try {
    $coroutine = Async\spawn(fn() => Async\delay(100000));
    Async\spawn(function () use ($coroutine) { $coroutine->cancel(); });
    try {
        Async\await($coroutine);
    } catch (Async\CancellationException $e) {
        echo "Caught CancellationException\n";
        throw $e;
    }
} finally {
    echo "The end\n";
}
PHP);

show_php('thrown by user code', <<<'PHP'
Async\suspend();
throw new Async\AsyncCancellation('silent');
PHP);

show_php('returns with it undelivered', <<<'PHP'
Async\currentCoroutine()->cancel();
Async\spawn(fn() => print("the rest runs\n"));
PHP);
?>
--EXPECT--
-- cancelled by a coroutine
The end
coroutine goes on
shutdown
status 0
-- by awaiting a cancelled coroutine
The end
status 0
-- caught and thrown on
Caught CancellationException
The end
status 0
-- thrown by user code

status 0
-- returns with it undelivered
the rest runs
status 0
