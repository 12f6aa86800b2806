<?php
/* 100,000 coroutines that sleep 1 to 1,000 ms, all at once. Stock: 30,000 Fibers with a heap of deadlines; its CPU
 * time is scaled to 100,000. */
declare(strict_types=1);

require __DIR__ . '/lib/bench.php';

use function Async\await;
use function Async\delay;
use function Async\spawn;

const TIMERS = 100_000;
const STOCK_TIMERS = 30_000;

/** The same pseudo-random sequence of milliseconds in every run. */
function milliseconds(int $count): array
{
	$state = 12345;
	$times = [];
	for ($i = 0; $i < $count; $i++) {
		$state = ($state * 1103515245 + 12345) & 0x7fffffff;
		$times[] = 1 + ($state >> 8) % 1000;
	}
	return $times;
}

/** From here to the end of $work; the peak is that of the whole process. */
function usage(callable $work, float $scale = 1): array
{
	$begin = Bench\cpu_seconds();
	$work();
	return [
		'cpu_s' => (Bench\cpu_seconds() - $begin) * $scale,
		'peak_mib' => Bench\process_bytes('VmHWM') / 2 ** 20 * $scale,
	];
}

Bench\compare(
	scenario: 'timers',
	unit: 'CPU s, MiB',
	goal: ['cpu_s' => '<= 0.6', 'peak_mib' => '<= 600'],
	repetitions: 5,
	async: static function (): array {
		$times = milliseconds(TIMERS);
		return usage(static function () use ($times) {
			foreach ($times as $time) {
				spawn(delay(...), $time);
			}
			delay(1000);
			do {
				delay(1);
			} while (Async\stats()['timers'] > 1);
		});
	},
	stock: static function (): array {
		$times = milliseconds(STOCK_TIMERS);
		return usage(static function () use ($times) {
			$deadlines = new SplPriorityQueue();
			$task = static function (int $time) use ($deadlines) {
				$deadlines->insert(Fiber::getCurrent(), -(hrtime(true) + $time * 1_000_000));
				Fiber::suspend();
			};
			$deadlines->setExtractFlags(SplPriorityQueue::EXTR_BOTH);
			foreach ($times as $time) {
				(new Fiber($task))->start($time);
			}
			while (!$deadlines->isEmpty()) {
				$now = hrtime(true);
				$wait = -$deadlines->top()['priority'] - $now;
				if ($wait > 0) {
					usleep(intdiv($wait, 1000) + 1);
				} else {
					$deadlines->extract()['data']->resume();
				}
			}
		}, TIMERS / STOCK_TIMERS);
	},
);
