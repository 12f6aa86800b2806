--TEST--
Async\Testing\run(): statements of a database server take their time, all other waits go on to jump
--EXTENSIONS--
mysqlnd
pdo
pdo_mysql
mysqli
pdo_pgsql
pgsql
--SKIPIF--
<?php
require __DIR__ . '/../inc/servers.inc';
skip_without_server('mysql', 'pgsql');
?>
--FILE--
<?php
use function Async\{await, awaitAll, delay, spawn, timeout};
use function Async\Testing\elapsed;

require __DIR__ . '/../inc/servers.inc';
require __DIR__ . '/timed.inc';

$my = server('mysql');
$pg = server('pgsql');
$queries = [
    'PDO mysql' => [fn() => new PDO("mysql:host=$my[host];port=$my[port]", $my['user'], $my['password']), fn($it, $sql) => $it->query($sql)->fetchAll(), 'SELECT SLEEP(%f)'],
    'mysqli' => [fn() => new mysqli($my['host'], $my['user'], $my['password'], null, $my['port']), fn($it, $sql) => $it->query($sql)->fetch_all(), 'SELECT SLEEP(%f)'],
    'PDO pgsql' => [fn() => new PDO("pgsql:host=$pg[host];port=$pg[port];dbname=$pg[database]", $pg['user'], $pg['password']), fn($it, $sql) => $it->query($sql)->fetchAll(), 'SELECT pg_sleep(%f)'],
    'pgsql' => [fn() => pg_connect("host=$pg[host] port=$pg[port] dbname=$pg[database] user=$pg[user] password=$pg[password]", PGSQL_CONNECT_FORCE_NEW),
        fn($it, $sql) => pg_fetch_all(pg_query($it, $sql)), 'SELECT pg_sleep(%f)'],
];
foreach ($queries as $name => [$open, $query, $sql]) {
    timed($name, function () use ($open, $query, $sql) {
        $hours = spawn(fn() => delay(7_200_000));
        $ticks = 0;
        $ticking = spawn(function () use (&$ticks) {
            for (; $ticks < 3; $ticks++) {
                delay(10);
            }
        });
        $database = $open();
        // The test's clock stands while this process sends the statement, and the server's sleep has begun before the
        // process waits. Valgrind takes long for code that runs for the first time.
        $query($database, sprintf($sql, 0));
        $since = elapsed();
        // A limit of the test's own clock does not pass early.
        $rows = await(spawn(fn() => $query($database, sprintf($sql, 0.3))), timeout(30_000));
        $result = count($rows) . ' row ' . in_real_time($since) . ($ticks > 0 ? ', ticks' : '');
        if ($database instanceof PgSql\Connection) {
            // PHP keeps it as the default one.
            pg_close($database);
        }
        unset($database);
        awaitAll([$ticking, $hours]);
        return "$result, then " . (round(elapsed()) >= 7200 && elapsed() < 7230 ? 'two hours' : elapsed());
    }, 0.29, 40);
}
?>
--EXPECT--
PDO mysql: 1 row in real time, ticks, then two hours
mysqli: 1 row in real time, ticks, then two hours
PDO pgsql: 1 row in real time, ticks, then two hours
pgsql: 1 row in real time, ticks, then two hours
