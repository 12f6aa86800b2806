<?php
/*
 * Clients of a server that a scenario starts for itself: once with the server on the other processor, where queries of
 * several coroutines overlap with its work, and once with both on the same one, where nothing overlaps and every
 * instruction of the client counts. Stock: one connection, one query after the other.
 */
declare(strict_types=1);

namespace Bench;

require __DIR__ . '/bench.php';
require __DIR__ . '/../../tests/inc/servers.inc';

use function Async\spawn;

const COROUTINES = 16;
const SLEEPERS = 50;

/** Skip the scenario without its server or extensions; the extensions are loaded at start, as php.ini does. */
function need_server(string $scenario, string $kind, string ...$extensions): void
{
	if ($missing = server_kind($kind, '')->missing()) {
		skip($scenario, "needs $missing");
	}
	load_extensions($scenario, ...$extensions);
}

/** A server until the end of the script, on the processor of the load. */
function server_for_bench(string $kind): array
{
	$server = server_private($kind);
	foreach (pinned(CPU_LOAD) ? server_processes($server['pid']) : [] as $pid) {
		exec('taskset -a -cp ' . CPU_LOAD . " $pid");
	}
	return $server;
}

/** Run $tasks concurrently or, in the stock part, one after the other. */
function together(bool $async, array $tasks): void
{
	if (!$async) {
		array_map(static fn ($task) => $task(), $tasks);
		return;
	}
	array_map(\Async\await(...), array_map(static fn ($task) => spawn($task), $tasks));
}

/** @return array{float, float} seconds of the clock and of the processor for $work */
function measure(callable $work): array
{
	$cpu = cpu_seconds();
	$begin = hrtime(true);
	$work();
	return [(hrtime(true) - $begin) / 1e9, cpu_seconds() - $cpu];
}

/**
 * Queries of $coroutines coroutines with a connection each, for some seconds: queries a second, and processor seconds
 * for $queries of them.
 */
function query_rate(bool $async, int $coroutines, int $queries, callable $connect): array
{
	$tasks = [];
	$done = 0;
	for ($i = 0; $i < $coroutines; $i++) {
		$query = $connect();
		$query();
		$tasks[] = static function () use ($query, &$done, &$end) {
			for ($i = 0; $i % 50 !== 0 || hrtime(true) < $end; $i++) {
				$query();
			}
			$done += $i;
		};
	}
	/* One-time work of a process does not count. */
	together($async, [static fn () => 0]);
	$end = hrtime(true) + 1e9 * setting('BENCH_SECONDS', 2);
	[$wall, $cpu] = measure(static fn () => together($async, $tasks));
	return [$done / $wall, $cpu / $done * $queries];
}

/** Queries a second on COROUTINES connections in turn, without coroutines: the server's cost of many connections. */
function rate_in_turn(callable $connect): float
{
	for ($i = 0; $i < COROUTINES; $i++) {
		$queries[] = $connect();
	}
	$next = 0;
	return query_rate(false, 1, 1, static fn () => static function () use ($queries, &$next) {
		$queries[$next++ % COROUTINES]();
	})[0];
}

/** Seconds on the clock of SLEEPERS commands that wait on the server, each on a connection of its own. */
function sleep_time(bool $async, callable $connect_sleeper): float
{
	for ($i = 0; $i < SLEEPERS; $i++) {
		$sleepers[] = $connect_sleeper();
	}
	return measure(static fn () => together($async, $sleepers))[0];
}

/** The measured program: BENCH_PLACE says where the server is. */
function database_part(bool $async, int $queries, callable $connect, ?callable $connect_sleeper): array
{
	$place = getenv('BENCH_PLACE');
	[$one, $cpu_one] = query_rate($async, 1, $queries, $connect);
	[$many, $cpu_many] = $async ? query_rate(true, COROUTINES, $queries, $connect) : [$one, $cpu_one];
	$figures = ["{$place}_1_per_s" => $one, "{$place}_1_cpu_s" => $cpu_one, "{$place}_16_per_s" => $many,
		"{$place}_16_cpu_s" => $cpu_many];
	if (!$async && $place === 'same') {
		$figures['same_16_in_turn_per_s'] = rate_in_turn($connect);
	}
	return $place === 'other' && $connect_sleeper
		? ['sleep_s' => sleep_time($async, $connect_sleeper)] + $figures : $figures;
}

/**
 * A scenario of one kind of server.
 *
 * @param callable(array): callable $connect         opens a connection to the server; the returned callable makes a
 *     query
 * @param callable(array): callable $connect_sleeper the same for a command that takes 0.1 s on the server
 * @param int                    $queries         processor seconds are given for this number of queries
 */
function compare_database(string $scenario, string $kind, int $queries, array $goal, callable $connect,
	?callable $connect_sleeper = null): void
{
	$part = getenv('BENCH_PART');
	if ($part !== false) {
		$server = json_decode(getenv('BENCH_SERVER'), true);
		echo json_encode(database_part($part === 'async', $queries, static fn () => $connect($server),
			$connect_sleeper ? static fn () => $connect_sleeper($server) : null));
		exit;
	}
	$environment = ['BENCH_SERVER' => json_encode(server_for_bench($kind))];
	$run = static fn (string $part) => static fn () =>
		run_part($part, ['BENCH_PLACE' => 'other'] + $environment, CPU_MEASURED)
		+ run_part($part, ['BENCH_PLACE' => 'same'] + $environment, CPU_LOAD);
	report($scenario, 's, queries/s', interleave(setting('BENCH_N', 3), ['async' => $run('async'), 'stock' => $run('stock')]),
		$goal, ['queries' => $queries]);
}
