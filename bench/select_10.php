<?php
/* An integer received by select() over 10 channels without capacity, from one producer that takes them in turn; `one`:
 * the same with one channel. Stock: a Fiber that hands over which of ten it has. */
declare(strict_types=1);

require __DIR__ . '/lib/bench.php';

use Async\Channel;

use function Async\select;
use function Async\spawn;

const MESSAGES = 500_000;

function selected(int $count): float
{
	for ($i = 0; $i < $count; $i++) {
		$channels[] = new Channel();
	}
	spawn(static function () use ($channels, $count) {
		for ($i = 0; $i < MESSAGES; $i++) {
			$channels[$i % $count]->send($i);
		}
	});
	return Bench\time_each(MESSAGES, static function () use ($channels) {
		for ($i = 0; $i < MESSAGES; $i++) {
			select($channels);
		}
	});
}

Bench\compare(
	scenario: 'select_10',
	unit: 'ns',
	goal: ['of_one' => '<= 2'],
	repetitions: 7,
	async: static function (): array {
		$one = selected(1);
		$ten = selected(10);
		return ['ns' => $ten, 'one' => $one, 'of_one' => $ten / $one];
	},
	stock: static function (): float {
		$producer = new Fiber(static function () {
			for ($i = 0; $i < MESSAGES; $i++) {
				Fiber::suspend([$i % 10, $i]);
			}
		});
		return Bench\time_each(MESSAGES, static function () use ($producer) {
			$pair = $producer->start();
			for ($i = 1; $i < MESSAGES; $i++) {
				$pair = $producer->resume();
			}
		});
	},
);
