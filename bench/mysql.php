<?php
/* MySQL by PDO: 50 × SELECT SLEEP(0.1) at once; SELECT 1 for some seconds by 1 and by 16 coroutines with a connection each,
 * with the server on the other processor (other_…) and on the same one (same_…). */
declare(strict_types=1);

require __DIR__ . '/lib/databases.php';

Bench\need_server('mysql', 'mysql', 'mysqlnd', 'pdo', 'pdo_mysql');

function connect_mysql(array $server): PDO
{
	return new PDO("mysql:host=$server[host];port=$server[port]", $server['user'], $server['password']);
}

Bench\compare_database(
	scenario: 'mysql',
	kind: 'mysql',
	queries: 32_000,
	goal: ['sleep_s' => '<= 0.11', 'other_16_per_s' => '>= 42000', 'other_16_cpu_s' => '<= 0.38',
		'ratio.same_1_per_s' => '>= 0.97', 'ratio.same_16_per_s' => '>= 0.97'],
	connect: static function (array $server): callable {
		$pdo = connect_mysql($server);
		return static fn () => $pdo->query('SELECT 1')->fetchColumn();
	},
	connect_sleeper: static function (array $server): callable {
		$pdo = connect_mysql($server);
		return static fn () => $pdo->query('SELECT SLEEP(0.1)')->fetchColumn();
	},
);
