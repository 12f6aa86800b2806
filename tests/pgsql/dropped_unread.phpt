--TEST--
PostgreSQL connections are dropped while answers are pending, and new ones are opened meanwhile (D28, P4)
--EXTENSIONS--
pgsql
--SKIPIF--
<?php require __DIR__ . '/../inc/servers.inc'; skip_without_server('pgsql'); ?>
--FILE--
<?php
use function Async\{awaitAll, await, delay, spawn};
require __DIR__ . '/../inc/servers.inc';

$server = server('pgsql');
$schema = pgsql_schema($server);
$words = "host=$server[host] port=$server[port] dbname=$server[database] user=$server[user] password=$server[password]"
    . " options='-c search_path=$schema'";
$connect = fn() => pg_connect($words, PGSQL_CONNECT_FORCE_NEW);
$other = $connect();
pg_query($other, 'CREATE TABLE t (n INT)');

// PHP keeps each connection as the last one, until the next is made.
$use = function (int $number) use ($connect) {
    $connection = $connect();
    pg_send_query($connection, "INSERT INTO t VALUES ($number); SELECT pg_sleep(0.05)");
    unset($connection);
    $next = $connect();
    return (int) pg_fetch_result(pg_query($next, "SELECT $number"), 0, 0);
};
[$answers, $errors] = awaitAll(array_map(fn($number) => spawn($use, $number), range(1, 30)));
echo 'errors: ', count($errors), ', answers: ', json_encode($answers === range(1, 30)), "\n";

// All is done, as in stock PHP, and no connection is left but the last one and $other's.
$count = fn(string $sql) => (int) pg_fetch_result(pg_query($other, $sql), 0, 0);
for ($i = 0; $i < 3000 && $count("SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'INSERT INTO t VALUES (%pg_sleep%'"); $i++) {
    delay(1);
}
echo 'rows: ', $count('SELECT count(DISTINCT n) FROM t'), "\n";
?>
--EXPECT--
errors: 0, answers: true
rows: 30
