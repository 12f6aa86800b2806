<?php
/* Integers from one producer to one consumer. Stock: the same by hand with two Fibers. Without slots they take turns,
 * with one suspend() for each value; with slots there is an SplQueue between them, and they switch when it is full or
 * empty. */
declare(strict_types=1);

namespace Bench;

use Async\Channel;
use Fiber;
use SplQueue;

use function Async\spawn;

function messages(string $scenario, int $capacity, int $count, array $goal): void
{
	compare(
		scenario: $scenario,
		unit: 'ns',
		goal: $goal,
		repetitions: 7,
		async: static function () use ($capacity, $count): float {
			$channel = new Channel($capacity);
			$producer = spawn(static function () use ($channel, $count) {
				for ($i = 0; $i < $count; $i++) {
					$channel->send($i);
				}
			});
			return time_each($count, static function () use ($channel, $count) {
				for ($i = 0; $i < $count; $i++) {
					$channel->recv();
				}
			});
		},
		stock: static fn (): float => $capacity === 0 ? handed_over($count) : queued($capacity, $count),
	);
}

function handed_over(int $count): float
{
	$producer = new Fiber(static function () use ($count) {
		for ($i = 0; $i < $count; $i++) {
			Fiber::suspend($i);
		}
	});
	return time_each($count, static function () use ($producer, $count) {
		$value = $producer->start();
		for ($i = 1; $i < $count; $i++) {
			$value = $producer->resume();
		}
	});
}

function queued(int $capacity, int $count): float
{
	$queue = new SplQueue();
	$producer = new Fiber(static function () use ($queue, $capacity, $count) {
		for ($i = 0; $i < $count; $i++) {
			if ($queue->count() === $capacity) {
				Fiber::suspend();
			}
			$queue->enqueue($i);
		}
	});
	return time_each($count, static function () use ($producer, $queue, $count) {
		$producer->start();
		for ($i = 0; $i < $count; $i++) {
			if ($queue->isEmpty()) {
				$producer->resume();
			}
			$queue->dequeue();
		}
	});
}
