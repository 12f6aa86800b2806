<?php
/* How late a delay() ends when nothing else goes on: of 2 to 100 ms, 200 of them. Stock: usleep(). */
declare(strict_types=1);

require __DIR__ . '/lib/bench.php';

use function Async\delay;

/** Median and 90th percentile of the lateness in microseconds. */
function lateness(callable $sleep): array
{
	$late = [];
	for ($i = 0; $i < 200; $i++) {
		$ms = 2 + $i * 37 % 99;
		$begin = hrtime(true);
		$sleep($ms);
		$late[] = (hrtime(true) - $begin) / 1000 - 1000 * $ms;
	}
	sort($late);
	return ['median' => Bench\median($late), 'p90' => $late[180]];
}

Bench\compare(
	scenario: 'delay',
	unit: 'us late',
	goal: ['p90' => '<= 200'],
	repetitions: 1,
	async: static fn () => lateness(delay(...)),
	stock: static fn () => lateness(static fn (int $ms) => usleep(1000 * $ms)),
);
