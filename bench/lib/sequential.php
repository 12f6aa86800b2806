<?php
/*
 * Clients, each with its shortest query.
 */
declare(strict_types=1);

namespace Bench;

/**
 * name => server: its kind; extensions: that of the client, after those that it depends on; connect: opens a connection
 * with the result of server_private(), and returns a callable that makes a query.
 */
function sequential_clients(): array
{
	$mysql = ['server' => 'mysql', 'extensions' => ['mysqlnd', 'pdo', 'pdo_mysql']];
	$pgsql = ['server' => 'pgsql', 'extensions' => ['pdo', 'pdo_pgsql']];
	return [
		'pdo_mysql' => $mysql + ['connect' => static fn (array $server) => select_one(new \PDO(...mysql_arguments($server)))],
		'pooled_mysql' => $mysql + ['connect' => static fn (array $server) => select_one(pooled(mysql_arguments($server)))],
		'mysqli' => ['server' => 'mysql', 'extensions' => ['mysqlnd', 'mysqli'], 'connect' => connect_mysqli(...)],
		'pdo_pgsql' => $pgsql + ['connect' => static fn (array $server) => select_one(new \PDO(...pgsql_arguments($server)))],
		'pooled_pgsql' => $pgsql + ['connect' => static fn (array $server) => select_one(pooled(pgsql_arguments($server)))],
		'pgsql' => ['server' => 'pgsql', 'extensions' => ['pgsql'], 'connect' => connect_pgsql(...)],
		'redis' => ['server' => 'redis', 'extensions' => ['igbinary', 'redis'], 'connect' => connect_redis(...)],
		'memcached' => ['server' => 'memcached', 'extensions' => ['igbinary', 'msgpack', 'memcached'],
			'connect' => connect_memcached(...)],
		'curl' => ['server' => 'nginx', 'extensions' => ['curl'], 'connect' => connect_curl(...)],
	];
}

function mysql_arguments(array $server): array
{
	return ["mysql:host=$server[host];port=$server[port]", $server['user'], $server['password']];
}

/** Without TLS, which is the same on both sides. */
function pgsql_arguments(array $server): array
{
	return ["pgsql:host=$server[host];port=$server[port];dbname=$server[database];sslmode=disable", $server['user'],
		$server['password']];
}

function select_one(\PDO $pdo): callable
{
	return static fn () => $pdo->query('SELECT 1')->fetchColumn();
}

/** In stock PHP a plain connection. */
function pooled(array $arguments): \PDO
{
	return class_exists('Async\PooledPDO') ? new \Async\PooledPDO(...$arguments) : new \PDO(...$arguments);
}

function connect_mysqli(array $server): callable
{
	$link = new \mysqli($server['host'], $server['user'], $server['password'], null, $server['port']);
	return static fn () => $link->query('SELECT 1')->fetch_row();
}

function connect_pgsql(array $server): callable
{
	$connection = pg_connect("host=$server[host] port=$server[port] dbname=$server[database] user=$server[user] "
		. "password=$server[password] sslmode=disable");
	return static fn () => pg_fetch_row(pg_query($connection, 'SELECT 1'));
}

function connect_redis(array $server): callable
{
	$redis = new \Redis;
	$redis->connect($server['host'], $server['port']);
	$redis->set('key', 'value');
	return static fn () => $redis->get('key');
}

function connect_memcached(array $server): callable
{
	$memcached = new \Memcached;
	$memcached->addServer($server['host'], $server['port']);
	$memcached->set('key', 'value');
	return static fn () => $memcached->get('key');
}

/** Keep-alive. */
function connect_curl(array $server): callable
{
	file_put_contents("$server[root]/1k", str_repeat('x', 1024));
	$handle = curl_init("http://$server[host]:$server[port]/1k");
	curl_setopt($handle, CURLOPT_RETURNTRANSFER, true);
	return static fn () => curl_exec($handle);
}
