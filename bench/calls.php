<?php
/* Calls of PHP code at every depth from 0 to 200, through frames of several sizes, in a coroutine. Beside them the same
 * calls in the main flow, which is the other side here. A figure is the worst ratio of all depths and sizes. */
declare(strict_types=1);

require __DIR__ . '/lib/bench.php';

const DEPTHS = 200;
/** Numbers of variables in the frames on the way down. */
const FRAMES = [0, 4, 12];
/** Sizes of one more frame between those and the call. A point is the sum for all of them: where the addresses of VM
 * frame and C frame end with the same bits, a call takes up to a tenth longer, in the main flow as well, but at other
 * depths. */
const PADS = [0, 1, 2, 3, 5, 7, 11, 13];
/** The sides take turns, and the shortest time of all rounds counts: noise only makes a call longer. */
const ROUNDS = 150;

function callee(int $i): int
{
	return $i;
}

function numbers(): Generator
{
	yield 1;
}

/** What is measured: the name of the kind => nanoseconds of one batch of calls. */
function kinds(string $file): array
{
	return [
		'user' => static function (): int {
			$begin = hrtime(true);
			for ($i = 0; $i < 50; $i++) {
				callee($i);
			}
			return hrtime(true) - $begin;
		},
		'internal' => static function (): int {
			$begin = hrtime(true);
			for ($i = 0; $i < 50; $i++) {
				abs($i);
			}
			return hrtime(true) - $begin;
		},
		'generator' => static function (): int {
			$begin = hrtime(true);
			for ($i = 0; $i < 15; $i++) {
				foreach (numbers() as $number) {
					callee($number);
				}
			}
			return hrtime(true) - $begin;
		},
		'include' => static function () use ($file): int {
			$begin = hrtime(true);
			for ($i = 0; $i < 1; $i++) {
				include $file;
			}
			return hrtime(true) - $begin;
		},
	];
}

/** PHP code that makes a frame larger. */
function set_variables(int $count): string
{
	return $count ? implode(' = ', array_map(static fn ($i) => "\$v$i", range(1, $count))) . ' = 0;' : '';
}

/** Recursive functions with frames of these sizes; each calls $probe at each depth. */
function define_frames(): void
{
	foreach (PADS as $variables) {
		$set = set_variables($variables);
		eval("function pad_$variables(callable \$measure): int { $set return \$measure(); }");
	}
	foreach (FRAMES as $variables) {
		$set = set_variables($variables);
		eval("function frames_$variables(int \$depth, callable \$probe): void {
			$set
			\$probe(\$depth);
			if (\$depth < DEPTHS) {
				frames_$variables(\$depth + 1, \$probe);
			}
		}");
	}
}

/** One walk; keeps the shortest times of each point in $best. */
function walk(array $kinds, array &$best): void
{
	foreach (FRAMES as $variables) {
		foreach ($kinds as $kind => $measure) {
			("frames_$variables")(0, static function (int $depth) use ($measure, $kind, $variables, &$best): void {
				/* The first batch runs with cold caches. */
				$measure();
				foreach (PADS as $pad) {
					$took = ("pad_$pad")($measure);
					$known = &$best[$kind]["$variables/$depth"][$pad];
					$known = $known === null || $took < $known ? $took : $known;
				}
			});
		}
	}
}

function worst_ratios(): array
{
	$file = tempnam(sys_get_temp_dir(), 'async-bench-');
	file_put_contents($file, '<?php return 1;');
	define_frames();
	$kinds = kinds($file);
	$main = $coroutine = [];
	for ($round = 0; $round < ROUNDS; $round++) {
		walk($kinds, $main);
		Async\await(Async\spawn(static function () use ($kinds, &$coroutine): void {
			walk($kinds, $coroutine);
		}));
	}
	unlink($file);
	$worst = ['worst' => 0];
	foreach (array_keys($kinds) as $kind) {
		$ratios = array_map(static fn ($c, $m) => array_sum($c) / array_sum($m), $coroutine[$kind], $main[$kind]);
		$worst[$kind] = max($ratios);
		$worst["median_$kind"] = Bench\median($ratios);
		$worst['worst'] = max($worst['worst'], $worst[$kind]);
	}
	return $worst;
}

if (getenv('BENCH_PART') !== false) {
	echo json_encode(worst_ratios());
	exit;
}
Bench\report('calls', 'x of main', Bench\interleave(Bench\setting('BENCH_N', 3), [
	'async' => static fn () => Bench\run_part('async'),
]), ['worst' => '<= 1.05'], ['points' => (DEPTHS + 1) * count(FRAMES) * 4]);
