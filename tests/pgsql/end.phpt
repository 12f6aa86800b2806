--TEST--
The request ends while coroutines are inside libpq: by exit, a fatal error, an exception, or cancellation of all (D15, D21, IO-14)
--EXTENSIONS--
pgsql
pdo
pdo_pgsql
--SKIPIF--
<?php require __DIR__ . '/../inc/servers.inc'; skip_without_server('pgsql'); ?>
--FILE--
<?php
require __DIR__ . '/connect.inc';
server('pgsql');
$inc = var_export(__DIR__ . '/connect.inc', true);
// Longer than the delay below.
$long = getenv('ASYNC_TEST_TOOL') ? 60 : 6;
$start = <<<PHP
    require $inc;
    use function Async\{spawn, await, delay, suspend};
    \$kept = pg();
    \$waits = [
        fn() => pg_query(pg(), 'SELECT pg_sleep($long)'),
        fn() => pg_query(\$kept, 'SELECT pg_sleep($long)'),
        fn() => pg_copy_to(pg(), "(SELECT g, pg_sleep(0.1) FROM generate_series(1, {$long}0) g)"),
        function () {
            \$p = pg_pdo();
            \$p->beginTransaction();
            \$s = \$p->prepare('SELECT pg_sleep(?)');
            \$s->execute([$long]);
        },
        fn() => pg_pdo()->pgsqlGetNotify(PDO::FETCH_ASSOC, 60000),
    ];
    \$connections = array_map(fn(\$wait) => spawn(function () use (\$wait) {
        try {
            \$wait();
            echo "BROKEN: went on\n";
        } finally {
            echo '.';
        }
    }), \$waits);
    register_shutdown_function(function () {
        echo pg_fetch_result(pg_query(pg(), "SELECT 'afterwards'"), 0, 0), "\n";
    });
    // All are on their way to the server, connected or not.
    delay(getenv('ASYNC_TEST_TOOL') ? 6000 : 400);

    PHP;
show_php('exit', "$start exit(3);", '-d error_reporting=0');
// These calls into libpq never return: PDO's memory for them is kept until the end of the process.
$options = getenv('ASAN_OPTIONS');
putenv("ASAN_OPTIONS=$options:detect_leaks=0");
show_php('fatal error', "$start trigger_error('x', E_USER_ERROR);", '-d error_reporting=0');
putenv("ASAN_OPTIONS=$options");
show_php('exception', "$start throw new Exception('x');", '-d error_reporting=0');
show_php('cancelled', "$start Async\\gracefulShutdown(); suspend();", '-d error_reporting=0');
?>
--EXPECT--
-- exit
afterwards
status 3
-- fatal error
afterwards
status 255
-- exception
.....afterwards
status 255
-- cancelled
.....afterwards
status 0
