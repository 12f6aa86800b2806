<?php
/* Jobs of a process pool. round: wall time of one small job after the other in us, cpu: time of both processes for one;
 * mib: 1 MiB of arguments in ms; two: two jobs that compute, on two processors, against one after the other here. */
declare(strict_types=1);

require __DIR__ . '/lib/bench.php';

use Async\ProcessPool;
use function Async\await;

Bench\load_extensions('process_pool', 'pcntl');
Bench\load_extensions('process_pool', 'posix');

/** User and system time in us. */
function cpu(int $who): float
{
	$u = getrusage($who);
	return 1e6 * ($u['ru_utime.tv_sec'] + $u['ru_stime.tv_sec']) + $u['ru_utime.tv_usec'] + $u['ru_stime.tv_usec'];
}

function compute(int $n): int
{
	for ($i = $sum = 0; $i < $n; $i++) {
		$sum = ($sum * 31 + $i) & 0xffffff;
	}
	return $sum;
}

function figures(): array
{
	/* The scenario is pinned to one processor: this one needs two. */
	shell_exec('taskset -cp ' . Bench\CPU_MEASURED . ',' . Bench\CPU_LOAD . ' ' . getmypid());
	$count = 10_000;
	$small = new ProcessPool(static fn (int $n) => $n ? $n + 1 : cpu(0), workers: 1);
	$cpu = -await($small->submit(0)) - cpu(0);
	$begin = hrtime(true);
	for ($i = 1; $i <= $count; $i++) {
		await($small->submit($i));
	}
	$figures['round'] = (hrtime(true) - $begin) / 1e3 / $count;
	$figures['cpu'] = ($cpu + await($small->submit(0)) + cpu(0)) / $count;

	$text = str_repeat('x', 1 << 20);
	$large = new ProcessPool(strlen(...), workers: 1);
	await($large->submit($text));
	$begin = hrtime(true);
	for ($i = 0; $i < 100; $i++) {
		await($large->submit($text));
	}
	$figures['mib'] = (hrtime(true) - $begin) / 1e6 / 100;

	$work = 30_000_000;
	$two = new ProcessPool(compute(...), workers: 2);
	Async\awaitAllOrFail([$two->submit(1), $two->submit(1)]);
	$begin = hrtime(true);
	await($two->submit($work));
	await($two->submit($work));
	$alone = hrtime(true) - $begin;
	$begin = hrtime(true);
	Async\awaitAllOrFail([$two->submit($work), $two->submit($work)]);
	$figures['two'] = $alone / (hrtime(true) - $begin);
	return $figures;
}

/** fork() and wait() for each job, without a result. */
function by_fork(): array
{
	$begin = hrtime(true);
	for ($i = 0; $i < 200; $i++) {
		$pid = pcntl_fork();
		if ($pid === 0) {
			posix_kill(getmypid(), 9);
		}
		pcntl_waitpid($pid, $status);
	}
	return ['round' => (hrtime(true) - $begin) / 1e3 / 200];
}

Bench\compare(
	scenario: 'process_pool',
	unit: 'us',
	goal: ['round' => '<= 40', 'cpu' => '<= 15', 'mib' => '<= 1', 'two' => '>= 1.95'],
	repetitions: 3,
	async: static fn () => figures(),
	stock: static fn () => by_fork(),
);
