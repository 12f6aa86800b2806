<?php
/*
 * Queries a second on MySQL through a PooledPDO, the server on the other processor. steady: 16 coroutines that go on, with
 * 16 connections. short: 200 coroutines of 20 queries each on 10 connections, which take turns. Their queries read a row
 * by its key; those of trivial_… are SELECT 1.
 *
 * The other side has coroutines, too, with a connection of their own each: 16 of them; and 10 that make all queries, so
 * that no session is ever reset. Both sides are measured in turn in one process, because a server needs a fourth more or
 * less from one second to the next.
 */
declare(strict_types=1);

require __DIR__ . '/lib/databases.php';

use Async\PooledPDO;
use function Async\spawn;

Bench\need_server('pool', 'mysql', 'mysqlnd', 'pdo', 'pdo_mysql');

const STEADY = 16;
const CONNECTIONS = 10;
const QUERIES = 20;      // of each coroutine that ends soon
const ALL = 4_000;       // of one measurement
const ROWS = 10_000;

/** Arguments of PDO for the server of this run. */
function arguments(): array
{
	$server = json_decode(getenv('BENCH_SERVER'), true);
	return ["mysql:host=$server[host];port=$server[port]", $server['user'], $server['password']];
}

function make_table(): void
{
	$db = new PDO(...arguments());
	$db->exec('CREATE DATABASE IF NOT EXISTS bench');
	$db->exec('DROP TABLE IF EXISTS bench.users');
	$db->exec('CREATE TABLE bench.users (id INT PRIMARY KEY, name VARCHAR(60), mail VARCHAR(80), made DATETIME, note TEXT)');
	foreach (array_chunk(range(0, ROWS - 1), 100) as $ids) {
		$rows = array_map(static fn ($id) => "($id, 'name $id', 'mail$id@example.org', NOW(), REPEAT('n', 100))", $ids);
		$db->exec('INSERT INTO bench.users VALUES ' . implode(',', $rows));
	}
}

function trivial_query(PDO $db): void
{
	$db->query('SELECT 1')->fetchColumn();
}

function read_row(PDO $db): void
{
	static $number = 0;
	$statement = $db->prepare('SELECT * FROM bench.users WHERE id = ?');
	$statement->execute([($number += 7_919) % ROWS]);
	$statement->fetch(PDO::FETCH_ASSOC) ?: throw new Exception('no row');
}

/** Queries a second of $coroutines coroutines that make ALL queries; $connection gives coroutine number i its connection. */
function rate(int $coroutines, callable $connection, callable $query): float
{
	[$wall] = Bench\measure(static function () use ($coroutines, $connection, $query): void {
		$running = [];
		for ($i = 0; $i < $coroutines; $i++) {
			$running[] = spawn(static function () use ($i, $coroutines, $connection, $query): void {
				$db = $connection($i);
				for ($left = intdiv(ALL, $coroutines); $left > 0; $left--) {
					$query($db);
				}
			});
		}
		array_map(Async\await(...), $running);
	});
	return ALL / $wall;
}

/** Both sides of each figure in turn, $pairs times: side => figure => queries a second. */
function figures(int $pairs): array
{
	for ($i = 0; $i < STEADY; $i++) {
		$own[] = new PDO(...arguments());
	}
	$many = new PooledPDO(...arguments(), max: STEADY);
	$few = new PooledPDO(...arguments(), max: CONNECTIONS);
	$plain = static fn (int $i): PDO => $own[$i];
	foreach (['' => read_row(...), 'trivial_' => trivial_query(...)] as $prefix => $query) {
		$sides["{$prefix}steady"] = [
			'async' => static fn () => rate(STEADY, static fn () => $many, $query),
			'stock' => static fn () => rate(STEADY, $plain, $query),
		];
		$sides["{$prefix}short"] = [
			'async' => static fn () => rate(intdiv(ALL, QUERIES), static fn () => $few, $query),
			'stock' => static fn () => rate(CONNECTIONS, $plain, $query),
		];
	}
	foreach ([...array_fill(0, 1 + $pairs, $sides)] as $number => $round) {
		foreach ($round as $name => $measures) {
			foreach ($number % 2 ? $measures : array_reverse($measures) as $side => $measure) {
				$seen[$side][$name][] = $measure();
			}
		}
		if ($number === 0) {
			$seen = [];   // the first round connects
		}
	}
	return $seen;
}

if (getenv('BENCH_PART') !== false) {
	make_table();
	echo json_encode(figures((int) getenv('BENCH_PAIRS')));
	exit;
}
$seen = Bench\run_part('async', [
	'BENCH_SERVER' => json_encode(Bench\server_for_bench('mysql')),
	'BENCH_PAIRS' => (string) Bench\setting('BENCH_N', 30),
]);
$goal = array_map(static fn () => '>= 0.95', $seen['async']);
Bench\report('pool', 'queries/s', $seen, array_combine(array_map(static fn ($name) => "ratio.$name", array_keys($goal)), $goal));
