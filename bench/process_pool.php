<?php
/* Jobs of a process pool. round: wall time of one small job after the other in us, cpu: time of both processes for one;
 * same_round, same_cpu: likewise, with both processes on one processor, where no message has to wake up an idle one, which
 * is expensive in virtual machines; mib: 1 MiB of arguments in ms; two: two jobs that compute, on two processors, against
 * one after the other here.
 *
 * Stock PHP shows what the machine allows. round, cpu: a message to a forked process and back, through a pair of sockets,
 * with a function call and nothing else; two: two forked processes that compute; fork: a process for each job. */
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

/** The scenario is pinned to one processor: this one needs two. */
function use_two_processors(): void
{
	shell_exec('taskset -cp ' . Bench\CPU_MEASURED . ',' . Bench\CPU_LOAD . ' ' . getmypid());
}

const JOBS = 10_000;
const WORK = 30_000_000;

/** @return array{float, float} wall time and processor time of a small job */
function small_jobs(): array
{
	$count = JOBS;
	$small = new ProcessPool(static fn (int $n) => $n ? $n + 1 : cpu(0), workers: 1);
	$cpu = -await($small->submit(0)) - cpu(0);
	$begin = hrtime(true);
	for ($i = 1; $i <= $count; $i++) {
		await($small->submit($i));
	}
	return [(hrtime(true) - $begin) / 1e3 / $count, ($cpu + await($small->submit(0)) + cpu(0)) / $count];
}

function figures(): array
{
	[$figures['same_round'], $figures['same_cpu']] = small_jobs();
	use_two_processors();
	[$figures['round'], $figures['cpu']] = small_jobs();

	$text = str_repeat('x', 1 << 20);
	$large = new ProcessPool(strlen(...), workers: 1);
	await($large->submit($text));
	$begin = hrtime(true);
	for ($i = 0; $i < 100; $i++) {
		await($large->submit($text));
	}
	$figures['mib'] = (hrtime(true) - $begin) / 1e6 / 100;

	$work = WORK;
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

/** Run it in a forked process, which ends then without its shutdown. */
function forked(Closure $body): int
{
	$pid = pcntl_fork();
	if ($pid === 0) {
		$body();
		posix_kill(getmypid(), SIGKILL);
	}
	return $pid;
}

/** fork() and wait() for each job, without a result. Time of one in us. */
function time_of_fork(): float
{
	$begin = hrtime(true);
	for ($i = 0; $i < 200; $i++) {
		pcntl_waitpid(forked(static fn () => null), $status);
	}
	return (hrtime(true) - $begin) / 1e3 / 200;
}

/** @return array{float, float} wall time and processor time of a message */
function bare_messages(): array
{
	[$here, $there] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
	$task = static fn (int $n) => $n + 1;
	$pid = forked(static function () use ($here, $there, $task) {
		fclose($here);
		for ($i = 0; $i < JOBS; $i++) {
			fwrite($there, $task((int) fgets($there)) . "\n");
		}
		fwrite($there, cpu(0) . "\n");
	});
	fclose($there);
	$cpu = -cpu(0);
	$begin = hrtime(true);
	for ($i = 1; $i <= JOBS; $i++) {
		fwrite($here, "$i\n");
		fgets($here);
	}
	$round = (hrtime(true) - $begin) / 1e3 / JOBS;
	$cpu += cpu(0) + (float) fgets($here);
	pcntl_waitpid($pid, $status);
	return [$round, $cpu / JOBS];
}

/** Two computations in two processes, against one after the other in one. */
function bare_two(): float
{
	$work = static fn () => compute(WORK);
	$begin = hrtime(true);
	pcntl_waitpid(forked(static fn () => [$work(), $work()]), $status);
	$alone = hrtime(true) - $begin;
	$begin = hrtime(true);
	$pids = [forked($work), forked($work)];
	foreach ($pids as $pid) {
		pcntl_waitpid($pid, $status);
	}
	return $alone / (hrtime(true) - $begin);
}

function limits(): array
{
	[$limits['same_round'], $limits['same_cpu']] = bare_messages();
	use_two_processors();
	[$limits['round'], $limits['cpu']] = bare_messages();
	return $limits + ['two' => bare_two(), 'fork' => time_of_fork()];
}

Bench\compare(
	scenario: 'process_pool',
	unit: 'us',
	goal: ['round' => '<= 40', 'cpu' => '<= 15', 'same_round' => '<= 40', 'same_cpu' => '<= 15', 'mib' => '<= 1',
		'two' => '>= 1.95'],
	repetitions: 3,
	async: static fn () => figures(),
	stock: static fn () => limits(),
);
