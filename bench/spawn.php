<?php
/* Spawn a trivial coroutine and let it end, in batches of 1,000. Stock: a Fiber made, started and ended. */
declare(strict_types=1);

require __DIR__ . '/lib/bench.php';

use function Async\spawn;
use function Async\suspend;

const BATCH = 1000;

Bench\compare(
	scenario: 'spawn',
	unit: 'ns',
	goal: ['ns' => '<= 130', 'ratio.ns' => '<= 0.0107'],
	repetitions: 7,
	async: static function (): float {
		$batches = 1000;
		$task = static function () {};
		return Bench\time_each($batches * BATCH, static function () use ($batches, $task) {
			for ($batch = 0; $batch < $batches; $batch++) {
				for ($i = 0; $i < BATCH; $i++) {
					spawn($task);
				}
				suspend();
			}
		});
	},
	stock: static function (): float {
		$batches = 50;
		$task = static function () {};
		return Bench\time_each($batches * BATCH, static function () use ($batches, $task) {
			for ($batch = 0; $batch < $batches; $batch++) {
				for ($i = 0; $i < BATCH; $i++) {
					$fiber = new Fiber($task);
					$fiber->start();
				}
			}
		});
	},
);
