--TEST--
A process pool keeps its limits: jobs of each worker, retries after the death of a worker; it refuses wrong numbers
--EXTENSIONS--
posix
--FILE--
<?php
use Async\{ProcessPool, WorkerException};
use function Async\{await, awaitAllOrFail};

$pool = new ProcessPool(fn() => getmypid(), workers: 1, maxJobs: 3);
$pids = awaitAllOrFail(array_map(fn() => $pool->submit(), range(1, 7)));
echo implode(' ', array_count_values($pids)), "\n";

$marks = tempnam(sys_get_temp_dir(), 'async');
$task = function (int $deaths) use ($marks) {
    file_put_contents($marks, 'x', FILE_APPEND);
    if (filesize($marks) <= $deaths) {
        posix_kill(getmypid(), 9);
    }
    clearstatcache();
    return filesize($marks);
};
foreach ([[2, 2], [2, 3], [0, 1]] as [$retries, $deaths]) {
    file_put_contents($marks, '');
    clearstatcache();
    $pool = new ProcessPool($task, workers: 1, retries: $retries);
    try {
        $runs = await($pool->submit($deaths));
        echo "run $runs times\n";
    } catch (WorkerException $e) {
        clearstatcache();
        echo 'given up after ', filesize($marks), ", signal {$e->getSignal()}\n";
    }
}
unlink($marks);
foreach (['workers', 'maxJobs', 'memoryLimit', 'timeout', 'retries', 'grace'] as $name) {
    try {
        new ProcessPool('strlen', ...[$name => -1]);
    } catch (ValueError $e) {
        echo $e->getMessage(), "\n";
    }
}
?>
--EXPECT--
3 3 1
run 3 times
given up after 3, signal 9
given up after 1, signal 9
Async\ProcessPool::__construct(): Argument #2 ($workers) must be greater than or equal to 0
Async\ProcessPool::__construct(): Argument #3 ($maxJobs) must be greater than or equal to 0
Async\ProcessPool::__construct(): Argument #4 ($memoryLimit) must be greater than or equal to 0
Async\ProcessPool::__construct(): Argument #5 ($timeout) must be greater than or equal to 0
Async\ProcessPool::__construct(): Argument #6 ($retries) must be greater than or equal to 0
Async\ProcessPool::__construct(): Argument #7 ($grace) must be greater than or equal to 0
