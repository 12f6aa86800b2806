<?php
/* Memory of one suspended coroutine: resident memory and page tables, with all of PHP's own memory for it. Stock:
 * 30,000 suspended Fibers, about the maximum that a kernel allows with its default settings. */
declare(strict_types=1);

namespace Bench;

use Fiber;

use function Async\delay;
use function Async\spawn;
use function Async\suspend;

const STOCK_FIBERS = 30_000;

/** Bytes for one of $count objects made by $make. */
function weigh(int $count, callable $make): array
{
	$resident = process_bytes('VmRSS');
	$tables = process_bytes('VmPTE');
	$keep = $make();
	$resident = (process_bytes('VmRSS') - $resident) / $count;
	$tables = (process_bytes('VmPTE') - $tables) / $count;
	return ['in_all' => $resident + $tables, 'resident' => $resident, 'page_tables' => $tables];
}

function memory_of(int $coroutines, int $repetitions): void
{
	compare(
		scenario: "memory_$coroutines",
		unit: 'bytes',
		goal: ['in_all' => '<= 5200', 'ratio.in_all' => '<= 0.42'],
		repetitions: $repetitions,
		async: static function () use ($coroutines): array {
			suspend();
			$figures = weigh($coroutines, static function () use ($coroutines) {
				$task = static function () {
					delay(3_600_000);
				};
				for ($i = 0; $i < $coroutines; $i++) {
					spawn($task);
				}
				suspend();
			});
			$stats = \Async\stats();
			if ($stats['waiting'] !== $coroutines) {
				throw new \Exception("only {$stats['waiting']} coroutines wait");
			}
			$figures['unguarded'] = $stats['stacks_unguarded'];
			return $figures;
		},
		stock: static fn () => weigh(STOCK_FIBERS, static function () {
			$task = static function () {
				Fiber::suspend();
			};
			for ($i = 0; $i < STOCK_FIBERS; $i++) {
				$fibers[] = $fiber = new Fiber($task);
				$fiber->start();
			}
			return $fibers;
		}),
	);
}
