<?php
/* Await a coroutine that has long ended. Stock: Fiber::getReturn(). */
declare(strict_types=1);

require __DIR__ . '/lib/bench.php';

use function Async\await;
use function Async\spawn;

const COUNT = 5_000_000;

Bench\compare(
	scenario: 'await_finished',
	unit: 'ns',
	goal: ['ns' => '<= 60'],
	repetitions: 7,
	async: static function (): float {
		$coroutine = spawn(static fn () => 42);
		await($coroutine);
		return Bench\time_each(COUNT, static function () use ($coroutine) {
			for ($i = 0; $i < COUNT; $i++) {
				await($coroutine);
			}
		});
	},
	stock: static function (): float {
		$fiber = new Fiber(static fn () => 42);
		$fiber->start();
		return Bench\time_each(COUNT, static function () use ($fiber) {
			for ($i = 0; $i < COUNT; $i++) {
				$fiber->getReturn();
			}
		});
	},
);
