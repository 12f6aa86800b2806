--TEST--
Owners: several coroutines close a PostgreSQL connection that is in use: the first succeeds, the others get an error (D28)
--EXTENSIONS--
pgsql
--SKIPIF--
<?php require __DIR__ . '/../inc/servers.inc'; skip_without_server('pgsql'); ?>
--FILE--
<?php
use function Async\{awaitAll, spawn, suspend};
require __DIR__ . '/../inc/servers.inc';

$server = server('pgsql');
$connection = pg_connect("host=$server[host] port=$server[port] dbname=$server[database] user=$server[user] "
    . "password=$server[password]", PGSQL_CONNECT_FORCE_NEW);
$close = function () use ($connection) {
    try {
        return pg_close($connection) ? 'closed' : 'not closed';
    } catch (Error $e) {
        return $e->getMessage();
    }
};
[$answers] = awaitAll([
    spawn(fn() => pg_fetch_result(pg_query($connection, "SELECT 'answer', pg_sleep(0.1)"), 0, 0)),
    spawn($close),
    spawn($close),
]);
echo implode("\n", $answers), "\n";
?>
--EXPECT--
answer
closed
PostgreSQL connection has already been closed
