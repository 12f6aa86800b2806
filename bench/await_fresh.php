<?php
/* Spawn and await at once. Stock: a Fiber made, started, and its return value taken. */
declare(strict_types=1);

require __DIR__ . '/lib/bench.php';

use function Async\await;
use function Async\spawn;

Bench\compare(
	scenario: 'await_fresh',
	unit: 'ns',
	goal: ['ratio.ns' => '<= 0.03'],
	repetitions: 7,
	async: static function (): float {
		$count = 1_000_000;
		$task = static fn () => 42;
		return Bench\time_each($count, static function () use ($count, $task) {
			for ($i = 0; $i < $count; $i++) {
				await(spawn($task));
			}
		});
	},
	stock: static function (): float {
		$count = 50_000;
		$task = static fn () => 42;
		return Bench\time_each($count, static function () use ($count, $task) {
			for ($i = 0; $i < $count; $i++) {
				$fiber = new Fiber($task);
				$fiber->start();
				$fiber->getReturn();
			}
		});
	},
);
