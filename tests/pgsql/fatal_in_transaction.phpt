--TEST--
A fatal error while queries run in transactions: the request ends without their answers, the server rolls back (D15, D28, IO-14)
--EXTENSIONS--
pdo
pdo_pgsql
pgsql
--SKIPIF--
<?php require __DIR__ . '/../inc/servers.inc'; skip_without_server('pgsql'); ?>
--FILE--
<?php
require __DIR__ . '/connect.inc';
server('pgsql');
$inc = var_export(__DIR__ . '/connect.inc', true);
$table = 'fatal_' . getmypid();
$observer = pg();
pg_query($observer, "CREATE TABLE $table (n int)");
// The queries wait for a lock that only this process can release.
$lock = getmypid();
pg_query($observer, "SELECT pg_advisory_lock($lock)");
$code = <<<PHP
    require $inc;
    use function Async\{spawn, delay};
    \$shown = pg();
    \$kept = [];
    foreach ([[], [PDO::ATTR_PERSISTENT => true], [PDO::ATTR_EMULATE_PREPARES => true]] as \$options) {
        spawn(function () use (\$options, &\$kept) {
            \$kept[] = \$p = pg_pdo(\$options);
            \$p->beginTransaction();
            \$p->exec('INSERT INTO $table VALUES (1)');
            \$s = \$p->prepare('SELECT pg_advisory_lock($lock)');
            \$s->execute();
            echo "BROKEN: went on\n";
        });
    }
    // A connection that is idle in its transaction still has the transaction in shutdown functions.
    \$idle = pg_pdo();
    \$idle->beginTransaction();
    \$idle->exec('INSERT INTO $table VALUES (2)');
    register_shutdown_function(function () use (\$idle) {
        echo \$idle->commit() ? "committed\n" : "BROKEN\n";
    });
    \$waiting = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = $lock AND NOT granted";
    while (pg_fetch_result(pg_query(\$shown, \$waiting), 0, 0) < 3) {
        delay(5);
    }
    trigger_error('x', E_USER_ERROR);
    PHP;
show_php('fatal error', $code, '-d error_reporting=0');
pg_query($observer, "SELECT pg_advisory_unlock($lock)");
// The server notices the lost client when a query has ended.
$others = "SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%pg_advisory_lock($lock)%' AND pid <> pg_backend_pid()";
while (pg_fetch_result(pg_query($observer, $others), 0, 0) > 0) {
    usleep(5000);
}
echo json_encode(pg_fetch_all_columns(pg_query($observer, "SELECT n FROM $table"))), "\n";
pg_query($observer, "DROP TABLE $table");
?>
--EXPECT--
-- fatal error
committed
status 255
["2"]
