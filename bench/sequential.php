<?php
/* One connection, one query after the other, in a coroutine: the cost of the hooks, the owner lock and the wait in the
 * reactor where they bring no gain. One line for each client: instructions of a query (valgrind; those of the kernel do
 * not count there), and pairs of runs in turn, async and stock, with the server on the same processor, where nothing
 * overlaps. BENCH_CLIENTS names some of them. */
declare(strict_types=1);

require __DIR__ . '/lib/databases.php';
require __DIR__ . '/lib/sequential.php';

const QUERIES_COUNTED = 500;

/** Figures of one run: queries for a tenth of a second or more, after some that do not count. */
function run_client(bool $async, string $client, array $server): array
{
	$query = Bench\sequential_clients()[$client]['connect']($server);
	$figures = [];
	$work = static function () use ($query, &$figures) {
		for ($i = 0; $i < 100; $i++) {
			$query();
		}
		$count = Bench\setting('BENCH_QUERIES', 0);
		$end = $count ? PHP_INT_MAX : hrtime(true) + 400_000_000;
		[$wall, $cpu] = Bench\measure(static function () use ($query, $end, &$count) {
			for ($i = 0; $count ? $i < $count : $i % 50 !== 0 || hrtime(true) < $end; $i++) {
				$query();
			}
			$count = $i;
		});
		$figures = ['cpu_us' => $cpu / $count * 1e6, 'wall_us' => $wall / $count * 1e6];
	};
	Bench\together($async, [$work]);
	return $figures;
}

/** Instructions of a query: the difference between a run with many and one with few. */
function instructions_of_query(string $part, array $environment): array
{
	$counts = [];
	foreach ([1, 1 + QUERIES_COUNTED] as $queries) {
		$log = tempnam(sys_get_temp_dir(), 'async-bench-');
		try {
			Bench\output_of([...Bench\pinned(Bench\CPU_LOAD), 'valgrind', '--tool=callgrind',
				'--callgrind-out-file=/dev/null', "--log-file=$log", ...Bench\php($part === 'async', __FILE__)],
				['BENCH_PART' => $part, 'BENCH_QUERIES' => $queries] + $environment);
			preg_match('/Collected : (\d+)/', file_get_contents($log), $match);
			$counts[] = (int) $match[1];
		} finally {
			unlink($log);
		}
	}
	return ['instructions' => ($counts[1] - $counts[0]) / QUERIES_COUNTED];
}

/** One line. */
function compare_client(string $client, array $environment): void
{
	$environment += ['BENCH_CLIENT' => $client];
	$pair = static fn (string $part) => static fn () => Bench\run_part($part, $environment, Bench\CPU_LOAD);
	$seen = Bench\interleave(Bench\setting('BENCH_N', 10), ['async' => $pair('async'), 'stock' => $pair('stock')]);
	foreach (Bench\has_command('valgrind') ? ['async', 'stock'] : [] as $part) {
		foreach (instructions_of_query($part, $environment) as $name => $figure) {
			$seen[$part][$name] = array_fill(0, count($seen[$part]['cpu_us']), $figure);
		}
	}
	Bench\report("sequential $client", 'us', $seen, ['ratio.cpu_us' => '<= 1.03', 'ratio.wall_us' => '<= 1.03']);
}

if (getenv('BENCH_PART') !== false) {
	echo json_encode(run_client(getenv('BENCH_PART') === 'async', getenv('BENCH_CLIENT'),
		json_decode(getenv('BENCH_SERVER'), true)));
	exit;
}
$only = getenv('BENCH_CLIENTS') ? explode(' ', getenv('BENCH_CLIENTS')) : null;
$environments = [];
foreach (Bench\sequential_clients() as $client => ['server' => $kind, 'extensions' => $extensions]) {
	if ($only && !in_array($client, $only, true)) {
		continue;
	}
	$missing = server_kind($kind, '')->missing() ?? Bench\missing_extension(...$extensions);
	if ($missing) {
		echo json_encode(['scenario' => "sequential $client", 'skipped' => "needs $missing"]), "\n";
		continue;
	}
	$environments[$kind] ??= ['BENCH_SERVER' => json_encode(Bench\server_for_bench($kind))];
	compare_client($client, $environments[$kind]);
}
