--TEST--
A process pool ends with its scope; the scope and the request wait for its jobs; nothing is left
--EXTENSIONS--
posix
--FILE--
<?php
use Async\{AsyncCancellation, AsyncException, ProcessPool, Scope};
use function Async\{await, delay, spawn};

function is_gone(int $pid): bool
{
    for ($i = 0; $i < 2000 && posix_kill($pid, 0); $i++) {
        delay(5);
    }
    return !posix_kill($pid, 0);
}

// The scope waits for a job that no coroutine waits for.
$scope = new Scope;
$scope->spawn(function () use (&$pool, &$job) {
    $pool = new ProcessPool(function (string $how) {
        delay($how === 'long' ? 60_000 : 20);
        return getmypid();
    }, workers: 1);
    $job = $pool->submit('short');
});
$scope->awaitCompletion();
$pid = await($job);
echo "job over\n";
// An idle worker does not keep the scope.
$long = $pool->submit('long');
$scope->cancel(new AsyncCancellation('scope over'));
try {
    await($long);
} catch (AsyncCancellation $e) {
    echo $e->getMessage(), "\n";
}
try {
    $pool->submit('late');
} catch (AsyncException $e) {
    echo $e->getMessage(), "\n";
}
var_dump(is_gone($pid));

// The last handle is gone: the worker ends, and jobs that were submitted do not.
$pool = new ProcessPool(fn() => getmypid(), workers: 1);
$pid = await($pool->submit());
$job = $pool->submit();
unset($pool);
var_dump(await($job) === $pid, is_gone($pid));

// A pool whose task holds it is garbage.
$cycle = new stdClass;
$cycle->pool = new ProcessPool(fn() => [$cycle, getmypid()][1], workers: 1);
$pid = await($cycle->pool->submit());
unset($cycle);
gc_collect_cycles();
var_dump(is_gone($pid));

// At its end the script waits for this job.
$last = new ProcessPool(function () {
    delay(30);
    echo "last job\n";
}, workers: 1);
$last->submit();
echo "end of the script\n";
?>
--EXPECT--
job over
scope over
The process pool is closed
bool(true)
bool(true)
bool(true)
bool(true)
end of the script
last job
