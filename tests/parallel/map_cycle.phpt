--TEST--
The garbage collector frees results of map() that lead to themselves
--INI--
zend.exception_ignore_args=0
--FILE--
<?php
use Async\{AsyncException, ProcessPool};
use function Async\{delay, spawn};

/* The trace of each job's exception has the results as an argument. */
function walk(Iterator $results): int
{
	return iterator_count($results);
}

foreach ([true, false] as $ordered) {
	$pool = new ProcessPool(fn(int $n) => $n, workers: 1);
	$elements = (function () use ($pool) {
		yield 1;
		yield 2;
		$pool->cancel();
		yield 3;
	})();
	$results = $pool->map($elements, 4, $ordered);
	$weak = WeakReference::create($results);
	try {
		walk($results);
	} catch (AsyncException $e) {
		echo $e->getMessage(), "\n";
	}
	unset($e, $results, $elements, $pool);
	delay(1);
	gc_collect_cycles();
	var_dump($weak->get());
}
// The key of an element leads to the results as well, while the job runs.
$pool = new ProcessPool(fn(int $n) => usleep($n), workers: 1, grace: 0);
$key = new stdClass();
$results = $pool->map((fn() => yield $key => 10_000_000)());
$weak = WeakReference::create($results);
$waiter = spawn($results->valid(...));
delay(1);
$key->results = $results;
$waiter->cancel();
delay(1);
unset($key, $results, $waiter);
gc_collect_cycles();
var_dump($weak->get());
?>
--EXPECT--
The process pool is closed
NULL
The process pool is closed
NULL
NULL
