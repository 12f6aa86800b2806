--TEST--
Owners: pg_field_type(), which asks the server for names, waits for its turn on the connection (D28)
--EXTENSIONS--
pgsql
--SKIPIF--
<?php
require __DIR__ . '/../inc/servers.inc';
skip_without_server('pgsql');
?>
--FILE--
<?php
require __DIR__ . '/../pgsql/connect.inc';

use function Async\{spawn, await, suspend};

$db = pg();
$result = pg_query($db, 'SELECT 1 AS n');
$query = spawn(fn() => pg_fetch_all(pg_query($db, "SELECT 'mine' AS mine, pg_sleep(0.1)")));
$sent = spawn(function () use ($db) {
    pg_send_query($db, "SELECT 'sent' AS sent");
    suspend();
    suspend();
    $answer = pg_fetch_all(pg_get_result($db));
    return [$answer, pg_get_result($db)];
});
suspend();
// First call: the names are not cached yet.
$type = spawn(fn() => [pg_field_type($result, 0), pg_field_table($result, 0)]);
echo json_encode([await($type), await($query), await($sent)]), "\n";
echo json_encode(pg_fetch_all(pg_query($db, "SELECT 'then' AS then"))), "\n";
?>
--EXPECT--
[["int4",false],[{"mine":"mine","pg_sleep":""}],[[{"sent":"sent"}],false]]
[{"then":"then"}]
