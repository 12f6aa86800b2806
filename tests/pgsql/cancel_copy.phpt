--TEST--
A PostgreSQL COPY cancelled between its rows ends at once, and its connection is closed (D11, D34, IO-14)
--EXTENSIONS--
pgsql
pdo
pdo_pgsql
--SKIPIF--
<?php require __DIR__ . '/../inc/servers.inc'; skip_without_server('pgsql'); ?>
--FILE--
<?php
// Stock PHP forgets to free the rows that have come when reading fails: until the end of the request. (8.5 calls the setting deprecated.)
@ini_set('report_memleaks', '0');
use function Async\stats;
require __DIR__ . '/cancel.inc';
$rows = "(SELECT repeat('x', 1000), pg_sleep(" . 0.001 * $slow . ') FROM generate_series(1, 2000))';
$cancel('pg_copy_to', fn($c) => pg_copy_to($c, $rows), pg());
$cancel('PDO', fn($c) => $c->pgsqlCopyToArray($rows), pg_pdo());
echo stats()['waiting'], ' ', stats()['blocked_in_place'], "\n";
?>
--EXPECT--
pg_copy_to: ["enough",null], then closed
PDO: ["enough","PDOException"], then closed
0 0
