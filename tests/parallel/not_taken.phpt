--TEST--
A job that its worker has not taken before it died has not begun: another worker runs it
--EXTENSIONS--
posix
--SKIPIF--
<?php
if (!is_readable('/proc/self/stat')) {
	die('skip needs /proc');
}
?>
--FILE--
<?php
use Async\{ProcessPool, WorkerException};
use function Async\{await, delay, spawn};

$pool = new ProcessPool(function (string $what) {
	if ($what === 'die') {
		posix_kill(getmypid(), SIGKILL);
	}
	return [$what, getmypid()];
}, workers: 1);
[, $worker] = await($pool->submit('first'));
posix_kill($worker, SIGSTOP);
while (!preg_match('/\) T /', file_get_contents("/proc/$worker/stat"))) {
	delay(1);
}
$job = $pool->submit('second');
spawn(function () use ($pool, $worker) {
	while ($pool->getRunningCount() === 0) {
		delay(1);
	}
	posix_kill($worker, SIGKILL);
});
[$what, $other] = await($job);
echo $what, $other === $worker ? ' by the dead worker' : ' by another worker', "\n";
try {
	await($pool->submit('die'));
} catch (WorkerException $e) {
	echo 'a job that has begun: signal ', $e->getSignal(), "\n";
}
?>
--EXPECT--
second by another worker
a job that has begun: signal 9
