--TEST--
A failure that a job leaves to the end of the application is its outcome: a deadlock, an exception of a coroutine that it has spawned; what it leaves behind is cancelled
--FILE--
<?php
use Async\{DeadlockError, Future, FutureState, ProcessPool, WorkerException};
use function Async\{await, delay, gracefulShutdown, spawn};

set_error_handler(fn($type, $message) => print(strtok($message, ':') . "\n"));
$pool = new ProcessPool(function (string $how) {
    match ($how) {
        'deadlock' => await(new Future(new FutureState)),
        'child' => [spawn(fn() => throw new DomainException('of a child')), delay(60_000)],
        'shutdown' => [gracefulShutdown(), delay(60_000)],
        'left' => [spawn(function () {
            try {
                delay(60_000);
            } finally {
                echo "left is over\n";
            }
        }), delay(1)],
        'pid' => null,
    };
    return getmypid();
}, workers: 1);
$last = await($pool->submit('pid'));
foreach (['deadlock', 'child', 'shutdown', 'left'] as $how) {
    try {
        await($pool->submit($how));
    } catch (Throwable $e) {
        echo get_class($e), ': ', preg_replace('/\d{2,}/', 'PID', $e->getMessage()), "\n";
    }
    $pid = await($pool->submit('pid'));
    echo $how, $pid === $last ? ': same worker' : ': replaced', "\n";
    $last = $pid;
}
?>
--EXPECT--
Deadlock
Async\DeadlockError: Deadlock detected: the only coroutine waits and nothing can wake it
deadlock: replaced
DomainException: of a child
child: replaced
Async\WorkerException: The worker process PID ended with status PID during the job
shutdown: replaced
left is over
left: same worker
