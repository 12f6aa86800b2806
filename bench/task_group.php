<?php
/* A group of 100,000 trivial tasks, 100 of which may run at once, and their results. Stock: a new Fiber each, 100 at a
 * time. */
declare(strict_types=1);

require __DIR__ . '/lib/bench.php';

use Async\TaskGroup;
use function Async\await;

const TASKS = 100_000;
const AT_ONCE = 100;

Bench\compare(
	scenario: 'task_group',
	unit: 'ns',
	goal: ['ns' => '<= 1000'],
	repetitions: 7,
	async: static function (): float {
		return Bench\time_each(TASKS, static function () {
			$group = new TaskGroup(concurrency: AT_ONCE);
			$task = static fn (int $i) => $i;
			for ($i = 0; $i < TASKS; $i++) {
				$group->spawn($task, $i);
			}
			$results = await($group);
			assert(count($results) === TASKS && $results[TASKS - 1] === TASKS - 1);
		});
	},
	stock: static function (): float {
		return Bench\time_each(TASKS, static function () {
			$task = static fn (int $i) => $i;
			$results = [];
			for ($i = 0; $i < TASKS; $i += AT_ONCE) {
				$fibers = [];
				for ($j = $i; $j < $i + AT_ONCE; $j++) {
					$fibers[$j] = new Fiber($task);
				}
				foreach ($fibers as $j => $fiber) {
					$fiber->start($j);
					$results[$j] = $fiber->getReturn();
				}
			}
			assert(count($results) === TASKS);
		});
	},
);
