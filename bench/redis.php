<?php
/* Redis by phpredis: GET for some seconds by 1 and by 16 coroutines with a connection each, with the server on the other
 * processor (other_…) and on the same one (same_…). */
declare(strict_types=1);

require __DIR__ . '/lib/databases.php';

Bench\need_server('redis', 'redis', 'igbinary', 'redis');

function connect_redis(array $server): Redis
{
	$redis = new Redis;
	$redis->connect($server['host'], $server['port']);
	return $redis;
}

Bench\compare_database(
	scenario: 'redis',
	kind: 'redis',
	queries: 80_000,
	goal: ['other_16_per_s' => '>= 140000', 'other_16_cpu_s' => '<= 0.55', 'ratio.same_1_per_s' => '>= 0.97',
		'ratio.same_16_per_s' => '>= 1.25'],
	connect: static function (array $server): callable {
		$redis = connect_redis($server);
		$redis->set('key', 'value');
		return static fn () => $redis->get('key');
	},
);
