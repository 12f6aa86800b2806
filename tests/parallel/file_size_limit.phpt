--TEST--
A limit for the size of files refuses jobs and results that go through memory, and ends no process
--EXTENSIONS--
posix
--SKIPIF--
<?php
if (!function_exists('posix_setrlimit')) {
	die('skip needs posix_setrlimit()');
}
?>
--FILE--
<?php
use Async\{AsyncException, ProcessPool};
use function Async\await;

posix_setrlimit(POSIX_RLIMIT_FSIZE, 100_000, 100_000);
$pool = new ProcessPool(fn(string $text, int $times) => str_repeat($text, $times), workers: 1);
foreach ([[50_000, 1], [200_000, 0], [1, 200_000], [50_000, 10], [10, 10]] as [$length, $times]) {
	try {
		echo strlen(await($pool->submit(str_repeat('x', $length), $times))), "\n";
	} catch (AsyncException $e) {
		echo $e->getMessage(), "\n";
	}
}
?>
--EXPECT--
50000
Cannot send the job to a worker: File too large, see ulimit -f
Cannot send the outcome of the job: File too large, see ulimit -f
Cannot send the outcome of the job: File too large, see ulimit -f
100
