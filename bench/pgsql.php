<?php
/* PostgreSQL by PDO: 50 × SELECT pg_sleep(0.1) at once; SELECT 1 for some seconds by 1 and by 16 coroutines with a connection
 * each, with the server on the other processor (other_…) and on the same one (same_…). Without TLS, which is the same
 * on both sides. */
declare(strict_types=1);

require __DIR__ . '/lib/databases.php';

Bench\need_server('pgsql', 'pgsql', 'pdo', 'pdo_pgsql');

function connect_pgsql(array $server): PDO
{
	return new PDO("pgsql:host=$server[host];port=$server[port];dbname=$server[database];sslmode=disable",
		$server['user'], $server['password']);
}

Bench\compare_database(
	scenario: 'pgsql',
	kind: 'pgsql',
	queries: 32_000,
	goal: ['sleep_s' => '<= 0.11', 'other_16_per_s' => '>= 13500', 'other_16_cpu_s' => '<= 1.3',
		'ratio.same_1_per_s' => '>= 0.97', 'ratio.same_16_per_s' => '>= 0.97'],
	connect: static function (array $server): callable {
		$pdo = connect_pgsql($server);
		return static fn () => $pdo->query('SELECT 1')->fetchColumn();
	},
	connect_sleeper: static function (array $server): callable {
		$pdo = connect_pgsql($server);
		return static fn () => $pdo->query('SELECT pg_sleep(0.1)')->fetchColumn();
	},
);
