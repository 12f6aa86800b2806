--TEST--
In a forked child, a mutex of a dropped coroutine is free, and a computation of once() begins anew (lifetime rule 12)
--EXTENSIONS--
pcntl
--FILE--
<?php
use function Async\{await, once, spawn, suspend};
use Async\{FutureState, Future, Mutex};

$go_on = new FutureState();
$future = new Future($go_on);
$root = getmypid();
$mutex = new Mutex();
$once = once(function () use ($future, $root) {
    if (getmypid() === $root) {
        await($future);
        return 'parent';
    }
    suspend();
    return 'child';
});
$holder = spawn(function () use ($mutex, $future) {
    $mutex->lock();
    await($future);
    $mutex->unlock();
});
$computes = spawn($once);
$waits = spawn($once);
suspend();
$pid = pcntl_fork();
if ($pid === 0) {
    var_dump($mutex->tryLock());
    $mutex->unlock();
    $several = [spawn($once), spawn($once)];
    echo $once(), ' ', implode(' ', array_map(Async\await(...), $several)), "\n";
    exit(0);
}
pcntl_waitpid($pid, $status);
var_dump($mutex->tryLock());
$go_on->complete();
echo await($computes), ' ', await($waits), ' ', $once(), "\n";
await($holder);

// The coroutine that forks in the callback goes on with it in the child.
$once = once(function () {
    $pid = pcntl_fork();
    suspend();
    if ($pid) {
        pcntl_waitpid($pid, $status);
    }
    return $pid ? 'parent' : 'child';
});
$several = [spawn($once), spawn(fn() => $once())];
echo await($several[0]), ' ', $once(), "\n";
// schedules: none, it tests what is held at one moment
?>
--EXPECT--
bool(true)
child child child
bool(false)
parent parent parent
parent parent
