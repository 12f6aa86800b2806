--TEST--
Workers of a process pool have random numbers of their own
--FILE--
<?php
use Async\ProcessPool;
use function Async\{await, awaitAll};

mt_srand(1);
mt_rand();
$pool = new ProcessPool(function () {
	usleep(20_000);         // the others get workers of their own
	return [getmypid(), mt_rand()];
}, workers: 4);
[$results] = awaitAll([$pool->submit(), $pool->submit(), $pool->submit(), $pool->submit()]);
echo count(array_unique(array_column($results, 0))) > 1 ? "several workers\n" : "one worker\n";
echo count(array_unique(array_column($results, 1))), " numbers\n";
?>
--EXPECT--
several workers
4 numbers
