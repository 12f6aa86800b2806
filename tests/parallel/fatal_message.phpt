--TEST--
The exception for a worker that died of a fatal error has PHP's message, not the lines that follow it
--FILE--
<?php
use Async\{ProcessPool, WorkerException};
use function Async\{await, delay, spawn};

ob_start(fn() => '');
$pool = new ProcessPool(function (string $message) {
	spawn(fn() => trigger_error($message, E_USER_ERROR));
	delay(1000);
}, workers: 1);
foreach (['out of beans', "two\n  lines", '  '] as $message) {
	try {
		await($pool->submit($message));
	} catch (WorkerException $e) {
		$lines[] = preg_replace('/ \d+ /', ' N ', $e->getMessage(), 1);
		$lines[] = str_contains($e->getOutput(), 'in coroutine #') ? 'with the spawn chain in the output' : $e->getOutput();
	}
}
ob_end_clean();
echo implode("\n", $lines), "\n";
?>
--EXPECTF--
The worker process N ended with status 255 during the job: Fatal error: out of beans in %s on line %d
with the spawn chain in the output
The worker process N ended with status 255 during the job: Fatal error: two
with the spawn chain in the output
The worker process N ended with status 255 during the job: Fatal error:    in %s on line %d
with the spawn chain in the output
