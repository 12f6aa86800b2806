--TEST--
PostgreSQL: a coroutine is cancelled, or exits, between two lines of a COPY: its connection is closed, no row is written (D11, D28, P4)
--EXTENSIONS--
pgsql
--SKIPIF--
<?php require __DIR__ . '/../inc/servers.inc'; skip_without_server('pgsql'); ?>
--FILE--
<?php
use function Async\{await, delay, spawn};
require __DIR__ . '/../inc/servers.inc';
require __DIR__ . '/../inc/child.php';

$server = server('pgsql');
$schema = pgsql_schema($server);
$words = "host=$server[host] port=$server[port] dbname=$server[database] user=$server[user] password=$server[password]"
    . " options='-c search_path=$schema'";
$connection = pg_connect($words, PGSQL_CONNECT_FORCE_NEW);
pg_query($connection, 'CREATE TABLE t (n INT)');
pg_query($connection, 'INSERT INTO t VALUES (1)');
$begin = ['in' => function () use ($words) {
    $connection = pg_connect($words, PGSQL_CONNECT_FORCE_NEW);
    pg_query($connection, 'COPY t FROM STDIN');
    pg_put_line($connection, "2\n");
    return $connection;
}, 'out' => function () use ($words) {
    $connection = pg_connect($words, PGSQL_CONNECT_FORCE_NEW);
    pg_query($connection, 'COPY t TO STDOUT');
    return $connection;
}];
foreach ($begin as $direction => $copy) {
    foreach (['dropped', 'closed'] as $end) {
        $started = false;
        $task = spawn(function () use ($copy, $end, &$started) {
            $connection = $copy();
            try {
                $started = true;
                delay(60_000);
            } finally {
                $end === 'closed' && pg_close($connection);
            }
        });
        while (!$started) {
            delay(1);
        }
        $task->cancel();
        try {
            await($task);
        } catch (Async\AsyncCancellation) {
            echo "$direction, $end: cancelled\n";
        }
    }
}
echo 'rows: ', json_encode(pg_fetch_all_columns(pg_query($connection, 'SELECT n FROM t'))), "\n";
$words = var_export($words, true);
foreach (['FROM STDIN', 'TO STDOUT'] as $direction) {
    show_php("exit in COPY $direction", "\$copy = function () {
            \$connection = pg_connect($words, PGSQL_CONNECT_FORCE_NEW);
            pg_query(\$connection, 'COPY t $direction');
            Async\\delay(60_000);
        };
        Async\\spawn(\$copy);
        Async\\await(Async\\spawn(function () {
            Async\\delay(300);
            exit(3);
        }));");
}
?>
--EXPECT--
in, dropped: cancelled
in, closed: cancelled
out, dropped: cancelled
out, closed: cancelled
rows: ["1"]
-- exit in COPY FROM STDIN

status 3
-- exit in COPY TO STDOUT

status 3
