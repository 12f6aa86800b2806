<?php
/* Spawn coroutines that let the others run once, in batches of 1,000. Stock: Fibers that suspend once. */
declare(strict_types=1);

require __DIR__ . '/lib/bench.php';

use function Async\spawn;
use function Async\suspend;

const BATCH = 1000;

Bench\compare(
	scenario: 'spawn_yield',
	unit: 'ns',
	goal: ['ns' => '<= 300', 'ratio.ns' => '<= 0.0191'],
	repetitions: 7,
	async: static function (): float {
		$batches = 1000;
		$task = static function () {
			suspend();
		};
		return Bench\time_each($batches * BATCH, static function () use ($batches, $task) {
			for ($batch = 0; $batch < $batches; $batch++) {
				for ($i = 0; $i < BATCH; $i++) {
					spawn($task);
				}
				suspend();
				suspend();
			}
		});
	},
	stock: static function (): float {
		$batches = 30;
		$task = static function () {
			Fiber::suspend();
		};
		return Bench\time_each($batches * BATCH, static function () use ($batches, $task) {
			for ($batch = 0; $batch < $batches; $batch++) {
				$fibers = [];
				for ($i = 0; $i < BATCH; $i++) {
					$fibers[] = $fiber = new Fiber($task);
					$fiber->start();
				}
				foreach ($fibers as $fiber) {
					$fiber->resume();
				}
			}
		});
	},
);
