<?php
/* Isolated scopes with 0, 150, 1,000 and 10,000 slots (static properties): making one (`create_…`: ns, without those of
 * a plain scope), a switch from one to another (`switch_…`: ns, without those of a plain turn), memory (`bytes_…`), and
 * for 1,000 slots the cost of each slot. The end of one, with its coroutine: `end_plain`, `end_isolated`, and beside a
 * static property with 1,000 objects that lead to each other, of which one has a destructor, for each object:
 * `end_cycle`; `end_collector`: the collector's for the same objects. Stock: a forked process for each that is waited
 * for. */
declare(strict_types=1);

require __DIR__ . '/lib/bench.php';

use Async\Scope;

use function Async\awaitAll;
use function Async\suspend;

const TURNS = 100_000;
const SIZES = [0, 150, 1_000, 10_000];

function declare_slots(int $from, int $to): void
{
	for ($i = $from; $i < $to; $i += 10) {
		$properties = implode(' ', array_map(static fn ($j) => "public static \$p$j = $j;", range($i, $i + 9)));
		eval("class Slots$i { $properties }");
	}
}

/** Nanoseconds of a turn of two coroutines, one in each scope. */
function turns(Scope $a, Scope $b, int $turns): float
{
	$body = static function () use ($turns) {
		for ($i = 0; $i < $turns; $i++) {
			suspend();
		}
	};
	return Bench\time_each(2 * $turns, static function () use ($a, $b, $body) {
		awaitAll([$a->spawn($body), $b->spawn($body)]);
	});
}

/** @return array{0: float, 1: float} nanoseconds and bytes of a scope */
function made(callable $make, int $count): array
{
	$scopes = array_fill(0, $count, null);
	$memory = memory_get_usage();
	$ns = Bench\time_each($count, static function () use (&$scopes, $make, $count) {
		for ($i = 0; $i < $count; $i++) {
			$scopes[$i] = $make();
		}
	});
	return [$ns, (memory_get_usage() - $memory) / $count];
}

class Linked
{
	public ?Linked $next = null;
	public static ?Linked $first = null;

	public static function ring(int $count): self
	{
		$first = $last = new LinkedWithDestructor;
		while (--$count > 0) {
			$last = $last->next = new Linked;
		}
		return $last->next = $first;
	}
}

class LinkedWithDestructor extends Linked
{
	public function __destruct()
	{
	}
}

/** Nanoseconds of the end of scopes whose coroutine has run $body. */
function ended(callable $make, callable $body, int $count): float
{
	$scopes = [];
	for ($i = 0; $i < $count; $i++) {
		$scopes[] = $scope = $make();
		$scope->spawn($body);
	}
	suspend();
	$scope = null;
	return Bench\time_each($count, static function () use (&$scopes) {
		$scopes = [];
		suspend();
		suspend();
	});
}

/** @return array<string, float> */
function ends(): array
{
	$nothing = static fn () => null;
	$ring = static function () {
		Linked::$first = Linked::ring(1_000);
	};
	$isolated = ended(Scope::isolated(...), $nothing, 1_000);
	gc_collect_cycles();
	Linked::ring(1_000);
	return [
		'end_collector' => Bench\time_each(1_000, gc_collect_cycles(...)),
		'end_plain' => ended(Scope::inherit(...), $nothing, 1_000),
		'end_isolated' => $isolated,
		'end_cycle' => (ended(Scope::isolated(...), $ring, 100) - $isolated) / 1_000,
	];
}

function figures(): array
{
	$figures = ends();
	foreach (SIZES as $index => $slots) {
		declare_slots($index ? SIZES[$index - 1] : 0, $slots);
		$count = $slots === 10_000 ? 100 : 1_000;
		$turns = $slots === 10_000 ? 10_000 : TURNS;
		[$plain_ns, $plain_bytes] = made(static fn () => Scope::inherit(), $count);
		[$ns, $bytes] = made(static fn () => Scope::isolated(), $count);
		$figures["create_$slots"] = $ns - $plain_ns;
		$figures["bytes_$slots"] = $bytes - $plain_bytes;
		$figures["switch_$slots"] = turns(Scope::isolated(), Scope::isolated(), $turns)
			- turns(Scope::inherit(), Scope::inherit(), $turns);
	}
	$figures['create_slot'] = ($figures['create_1000'] - $figures['create_0']) / 1000;
	$figures['switch_slot'] = ($figures['switch_1000'] - $figures['switch_0']) / 1000;
	$figures['bytes_slot'] = ($figures['bytes_1000'] - $figures['bytes_0']) / 1000;
	return ['ns' => $figures['create_150']] + $figures;
}

ini_set('memory_limit', '-1');
Bench\compare(
	scenario: 'isolation',
	unit: 'ns',
	goal: ['create_slot' => '<= 15', 'switch_0' => '<= 100', 'switch_slot' => '<= 1.5', 'bytes_slot' => '<= 24'],
	repetitions: 5,
	async: static fn () => figures(),
	stock: static function (): float {
		return Bench\time_each(200, static function () {
			for ($i = 0; $i < 200; $i++) {
				$child = pcntl_fork();
				if ($child === 0) {
					exit(0);
				}
				pcntl_waitpid($child, $status);
			}
		});
	},
);
