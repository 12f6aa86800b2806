--TEST--
A process pool in a child of pcntl_fork() is closed, and the parent's goes on; a worker can have a pool of its own
--EXTENSIONS--
pcntl
--FILE--
<?php
use Async\{AsyncException, ProcessPool};
use function Async\{await, delay};

$pool = new ProcessPool(function (string $how) {
    if ($how === 'nested') {
        $inner = new ProcessPool(fn(int $n) => [$n, getmypid()], workers: 1);
        [$n, $pid] = await($inner->submit(5));
        return [$n, $pid !== getmypid()];
    }
    delay(50);
    return 'late';
}, workers: 2);
$job = $pool->submit('slow');
delay(5);
if (pcntl_fork() === 0) {
    try {
        $pool->submit('x');
    } catch (AsyncException $e) {
        echo $e->getMessage(), "\n";
    }
    echo $job->isCancelled() ? "cancelled in the child\n" : "pending in the child\n";
    exit(0);
}
pcntl_wait($status);
echo await($job), "\n";
echo json_encode(await($pool->submit('nested'))), "\n";
?>
--EXPECT--
The process pool belongs to the parent of this process: make a pool here
cancelled in the child
late
[5,true]
