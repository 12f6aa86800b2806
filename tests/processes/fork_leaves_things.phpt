--TEST--
Nothing of the parent fires in the child of a fork: timers, jobs, signals, groups, locks handed to others (lifetime rules 5 and 12, P4)
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
use function Async\{spawn, await, delay, suspend, timeout};
use Async\{Channel, Semaphore, TaskGroup, Scope};

[$never_ready, $other_end] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$channel = new Channel(1);
$semaphore = new Semaphore(1);
$semaphore->acquire();
$coroutines = [
    'reads' => spawn(fn() => fgets($never_ready)),
    // It ends with this process, and does not keep the output open, as some shells do for the time of a loop.
    'waits for a process' => spawn(fn() => pclose(popen(
        'exec > /dev/null 2>&1; while kill -0 ' . getmypid() . '; do sleep 0.2; done', 'w'))),
    'waits for a signal' => spawn(fn() => await(Async\signal(SIGUSR1))),
    'receives' => spawn(fn() => $channel->recv()),
    'acquires' => spawn(fn() => $semaphore->acquire()),
    'sleeps' => spawn(fn() => delay(10)),
];
$group = new TaskGroup(concurrency: 1);
$child_is_over = false;
$group->spawn(function () {
    while (!$GLOBALS['child_is_over']) {
        delay(1);
    }
});
$queued = $group->spawn(function () { echo "a task in the queue runs in ", getmypid() === $GLOBALS['root'] ? 'parent' : 'child', "\n"; });
$root = getmypid();
$scope = new Scope();
$scope->spawn(fn() => delay(100000));
$limit = timeout(10);

$fork = function () use ($coroutines, $channel, $semaphore, $group, $limit, $never_ready, $other_end, $queued) {
    suspend();
    // Woken, and the lock is handed to it.
    $semaphore->release();
    // On a busy machine the sleeping one can have ended before.
    $open = array_filter($coroutines, fn($c) => !$c->isCompleted());
    $pid = pcntl_fork();
    if ($pid) {
        pcntl_waitpid($pid, $status);
        $GLOBALS['child_is_over'] = true;
        return pcntl_wifexited($status) ? pcntl_wexitstatus($status) : 'signal ' . pcntl_wtermsig($status);
    }
    usleep(50000);
    echo 'left: ', implode(', ', array_keys(array_filter($open, fn($c) => !$c->isCancelled()))), "\n";
    $stats = Async\stats();
    echo "$stats[jobs] jobs, $stats[timers] timers, $stats[descriptors] descriptors\n";
    $semaphore->acquire();
    echo "the permit is there\n";
    $channel->send('value');
    echo $channel->recv(), "\n";
    try {
        await($group);
    } catch (Throwable $e) {
        echo get_class($e), "\n";
    }
    // A stream of the parent is a stream of the child. A line or two can go to the parent, whose reader goes on.
    $writer = spawn(function () use ($other_end) {
        while (true) {
            delay(5);
            fwrite($other_end, "line\n");
        }
    });
    echo fgets($never_ready);
    $writer->cancel();
    // And signals.
    $signal = Async\signal(SIGUSR1);
    spawn(fn() => posix_kill(getmypid(), SIGUSR1));
    await($signal);
    echo "signal\n";
    exit(9);
};
var_dump(await(spawn($fork)));
$ended = 0;
foreach ($group as $result) {
    $ended++;
}
echo "$ended tasks of the parent have ended\n";
echo 'cancelled in the parent: ', count(array_filter($coroutines, fn($c) => $c->isCancelled())), "\n";
foreach ($coroutines as $coroutine) {
    $coroutine->cancel();
}
$scope->cancel();
?>
--EXPECT--
left: 
0 jobs, 0 timers, 0 descriptors
the permit is there
value
Async\AsyncCancellation
line
signal
int(9)
a task in the queue runs in parent
2 tasks of the parent have ended
cancelled in the parent: 0
