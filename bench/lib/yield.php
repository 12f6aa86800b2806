<?php
/* Coroutines that only yield to each other: the cost of a turn. Stock: Fibers resumed one after the other
 * from a plain loop, without any scheduler ("ns"), and with a queue of ready Fibers ("queue"). */
declare(strict_types=1);

namespace Bench;

use Fiber;
use SplQueue;

use function Async\spawn;
use function Async\suspend;

function yield_among(int $coroutines, int $turns, array $goal): void
{
	compare(
		scenario: "yield_$coroutines",
		unit: 'ns',
		goal: $goal,
		repetitions: 7,
		async: static function () use ($coroutines, $turns): float {
			$rounds = intdiv($turns, $coroutines);
			$task = static function () use ($rounds) {
				for ($i = 0; $i < $rounds; $i++) {
					suspend();
				}
			};
			for ($i = 0; $i < $coroutines; $i++) {
				$last = spawn($task);
			}
			/* All have started and have their stacks. */
			suspend();
			return time_each($coroutines * ($rounds - 1), static function () use ($last) {
				\Async\await($last);
			});
		},
		stock: static function () use ($coroutines, $turns): array {
			$rounds = intdiv($turns, $coroutines);
			$task = static function () {
				for (;;) {
					Fiber::suspend();
				}
			};
			$queue = new SplQueue();
			for ($i = 0; $i < $coroutines; $i++) {
				$fibers[] = $fiber = new Fiber($task);
				$queue->enqueue($fiber);
				$fiber->start();
			}
			return [
				'ns' => time_each($coroutines * $rounds, static function () use ($fibers, $rounds) {
					for ($i = 0; $i < $rounds; $i++) {
						foreach ($fibers as $fiber) {
							$fiber->resume();
						}
					}
				}),
				'queue' => time_each($coroutines * $rounds, static function () use ($queue, $coroutines, $rounds) {
					for ($i = $coroutines * $rounds; $i > 0; $i--) {
						$fiber = $queue->dequeue();
						$fiber->resume();
						$queue->enqueue($fiber);
					}
				}),
			];
		},
	);
}
