--TEST--
pcntl_fork() and supervise() in a job of a process pool: the new process has coroutines, and ends by itself
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
use Async\ProcessPool;
use function Async\{await, delay, spawn, supervise};

class Parents
{
	public function __destruct()
	{
		echo 'destructor in the ', getmypid() === PARENT ? 'parent' : 'child', "\n";
	}
}
define('PARENT', getmypid());
$object = new Parents();
register_shutdown_function(function () {
	echo 'shutdown function in the ', getmypid() === PARENT ? 'parent' : 'child', "\n";
});

function go_on(string $how): mixed
{
	switch ($how) {
		case 'exit':
			exit(3);
		case 'throw':
			throw new Exception('not caught in the child');
		case 'spawn':
			spawn(function () {
				delay(5);
				exit(4);
			});
			return 'lost';
		case 'pool':
			$inner = new ProcessPool(fn(int $n) => $n + 1, workers: 1);
			exit(await($inner->submit(6)));
		case 'fork':
			if (pcntl_fork() > 0) {
				pcntl_wait($status);
				exit(pcntl_wexitstatus($status) + 1);
			}
			await(spawn(fn() => delay(1)));
			exit(7);
	}
	return 'lost';
}

$pool = new ProcessPool(function (string $how) {
	if ($how === 'supervise') {
		return supervise(2, fn(int $number) => delay(1));
	}
	$pid = pcntl_fork();
	if ($pid === 0) {
		return go_on($how);
	}
	pcntl_waitpid($pid, $status);
	return pcntl_wifsignaled($status) ? 'signal ' . pcntl_wtermsig($status) : 'status ' . pcntl_wexitstatus($status);
}, workers: 1);
foreach (['return', 'exit', 'throw', 'spawn', 'pool', 'fork', 'supervise'] as $how) {
	$outcome = json_encode(await($pool->submit($how)));
	echo "$how: $outcome\n";
}
?>
--EXPECTF--
return: "status 0"
exit: "status 3"

Fatal error: Uncaught Exception: not caught in the child in %a
  thrown in %s on line %d
throw: "status 255"
spawn: "status 4"
pool: "status 7"
fork: "status 8"
supervise: 0
shutdown function in the parent
destructor in the parent
