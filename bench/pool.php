<?php
/* Queries a second on MySQL through a PooledPDO, the server on the other processor. steady: 16 coroutines that go on for some
 * seconds, with 16 connections. short: 10 connections for 1,000 coroutines of 20 queries each, which take turns.
 *
 * The other side has coroutines, too, with a connection of their own each: 16 of them; and 10 that make all queries. */
declare(strict_types=1);

require __DIR__ . '/lib/databases.php';

use Async\PooledPDO;
use function Async\spawn;

Bench\need_server('pool', 'mysql', 'mysqlnd', 'pdo', 'pdo_mysql');

const STEADY = 16;
const CONNECTIONS = 10;
const COROUTINES = 1_000;
const QUERIES = 20;

/** Arguments of PDO for the server of this run. */
function arguments(): array
{
	$server = json_decode(getenv('BENCH_SERVER'), true);
	return ["mysql:host=$server[host];port=$server[port]", $server['user'], $server['password']];
}

function query(PDO $db): void
{
	$db->query('SELECT 1')->fetchColumn();
}

/** Queries a second of $coroutines coroutines with $queries each; $connection gives coroutine number i its connection. */
function rate(int $coroutines, int $queries, callable $connection): float
{
	$run = static function (int $coroutines, int $queries) use ($connection): void {
		$running = [];
		for ($i = 0; $i < $coroutines; $i++) {
			$running[] = spawn(static function () use ($i, $queries, $connection): void {
				for ($db = $connection($i); $queries > 0; $queries--) {
					query($db);
				}
			});
		}
		array_map(Async\await(...), $running);
	};
	$run(min($coroutines, STEADY), 5);   // connects
	[$wall] = Bench\measure(static fn () => $run($coroutines, $queries));
	return $coroutines * $queries / $wall;
}

/** A connection for each of $count coroutines. */
function own(int $count): callable
{
	for ($i = 0; $i < $count; $i++) {
		$all[] = new PDO(...arguments());
	}
	return static fn (int $i): PDO => $all[$i % $count];
}

function pooled(int $max): callable
{
	$db = new PooledPDO(...arguments(), max: $max);
	return static fn (): PDO => $db;
}

/** @return array{steady: float, short: float} */
function figures(bool $pooled): array
{
	$all = COROUTINES * QUERIES;
	return $pooled
		? ['steady' => rate(STEADY, 5_000, pooled(STEADY)), 'short' => rate(COROUTINES, QUERIES, pooled(CONNECTIONS))]
		: ['steady' => rate(STEADY, 5_000, own(STEADY)),
			'short' => rate(CONNECTIONS, intdiv($all, CONNECTIONS), own(CONNECTIONS))];
}

if (getenv('BENCH_PART') !== false) {
	echo json_encode(figures(getenv('BENCH_POOLED') === 'yes'));
	exit;
}
$environment = ['BENCH_SERVER' => json_encode(Bench\server_for_bench('mysql'))];
$side = static fn (string $pooled) => static fn () => Bench\run_part('async', ['BENCH_POOLED' => $pooled] + $environment);
Bench\report('pool', 'queries/s', Bench\interleave(Bench\setting('BENCH_N', 5), ['async' => $side('yes'), 'stock' => $side('no')]),
	['ratio.steady' => '>= 0.95', 'ratio.short' => '>= 0.95']);
