--TEST--
exit() and fatal errors in magic methods of arguments, results and exceptions end the worker as in the task
--FILE--
<?php
use Async\{ProcessPool, WorkerException};
use function Async\await;

class Ends
{
	public function __construct(private string $when, private string $how, private int $parent)
	{
	}

	private function end(string $when): void
	{
		if (getmypid() === $this->parent || $this->when !== $when) {
			return;
		}
		if ($this->how === 'exit') {
			exit(7);
		}
		ini_set('memory_limit', memory_get_usage() + 4_000_000);
		str_repeat('x', 64_000_000);
	}

	public function __serialize(): array
	{
		$this->end('result');
		return [$this->when, $this->how, $this->parent];
	}

	public function __unserialize(array $data): void
	{
		[$this->when, $this->how, $this->parent] = $data;
		$this->end('argument');
	}
}

class Failure extends Exception
{
	public function __construct(private Ends $ends)
	{
		parent::__construct('failed');
	}

	public function __serialize(): array
	{
		return [$this->ends];
	}
}

ob_start(fn() => '');
$pool = new ProcessPool(fn($value) => $value, workers: 1);
foreach (['argument', 'result', 'never'] as $when) {
	foreach (['exit', 'fatal'] as $how) {
		try {
			$result = get_class(await($pool->submit(new Ends($when, $how, getmypid()))));
		} catch (WorkerException $e) {
			$result = 'signal ' . json_encode($e->getSignal()) . ', status ' . json_encode($e->getExitStatus())
				. (str_contains($e->getMessage(), 'Allowed memory size') ? ', says why' : '');
		}
		$lines[] = "$when, $how: $result\n";
	}
}
$pool = new ProcessPool(fn($value) => throw new Failure($value), workers: 1);
foreach (['exit', 'fatal'] as $how) {
	try {
		await($pool->submit(new Ends('result', $how, getmypid())));
	} catch (Throwable $e) {
		$result = $e instanceof WorkerException && $e->getOriginalClass() === null ? 'status ' . json_encode($e->getExitStatus())
			: 'BROKEN: ' . $e->getMessage();
		$lines[] = "exception, $how: $result\n";
	}
}
ob_end_clean();
echo implode('', $lines);
?>
--EXPECT--
argument, exit: signal null, status 7
argument, fatal: signal null, status 255, says why
result, exit: signal null, status 7
result, fatal: signal null, status 255, says why
never, exit: Ends
never, fatal: Ends
exception, exit: status 7
exception, fatal: status 255
