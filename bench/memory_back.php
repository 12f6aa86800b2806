<?php
/* What goes back to the system a second after 100,000 suspended coroutines have ended. Stock: 30,000 Fibers. */
declare(strict_types=1);

require __DIR__ . '/lib/bench.php';

use function Async\await;
use function Async\delay;
use function Async\spawn;
use function Async\suspend;

function footprint(): int
{
	return Bench\process_bytes('VmRSS') + Bench\process_bytes('VmPTE');
}

/** Share of the growth in percent, and the growth itself in MiB. */
function share(int $before, int $peak, int $after): array
{
	return ['percent' => 100 * ($peak - $after) / ($peak - $before), 'growth_mib' => ($peak - $before) / 2 ** 20];
}

Bench\compare(
	scenario: 'memory_back',
	unit: '% of the growth',
	goal: ['percent' => '>= 95'],
	repetitions: 3,
	async: static function (): array {
		$open = false;
		$gate = spawn(static function () use (&$open) {
			while (!$open) {
				delay(10);
			}
		});
		suspend();
		$before = footprint();
		$task = static function () use ($gate) {
			await($gate);
		};
		for ($i = 0; $i < 100_000; $i++) {
			$last = spawn($task);
		}
		suspend();
		$peak = footprint();
		$open = true;
		await($last);
		unset($last);
		suspend();
		gc_mem_caches();
		delay(1000);
		return share($before, $peak, footprint());
	},
	stock: static function (): array {
		$before = footprint();
		$task = static function () {
			Fiber::suspend();
		};
		for ($i = 0; $i < 30_000; $i++) {
			$fibers[] = $fiber = new Fiber($task);
			$fiber->start();
		}
		$peak = footprint();
		foreach ($fibers as $fiber) {
			$fiber->resume();
		}
		unset($fibers, $fiber);
		gc_mem_caches();
		sleep(1);
		return share($before, $peak, footprint());
	},
);
