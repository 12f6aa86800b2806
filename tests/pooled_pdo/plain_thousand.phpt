--TEST--
PDO with the option async.pool on MySQL and PostgreSQL: 1,000 coroutines on 10 connections, transactions, state of sessions, onConnect, a cancelled query
--EXTENSIONS--
pdo
mysqlnd
pdo_mysql
pdo_pgsql
--SKIPIF--
<?php
require __DIR__ . '/../inc/servers.inc';
skip_without_server('mysql', 'pgsql');
?>
--FILE--
<?php
require __DIR__ . '/../inc/servers.inc';
use Async\PooledPDO;
use function Async\{spawn, suspend, await, awaitAll, delay};

const MAX = 10;
const COROUTINES = 1000;
$mysql = server('mysql');
$pgsql = server('pgsql');
$database = mysql_database($mysql);
$schema = pgsql_schema($pgsql);
$kinds = [
    'mysql' => ["mysql:host=$mysql[host];port=$mysql[port];dbname=$database", $mysql['user'], $mysql['password'],
        'SELECT CONNECTION_ID()', 'SELECT SLEEP(1000)', 'SET SESSION lock_wait_timeout = 77', 'SELECT @@SESSION.lock_wait_timeout',
        'SET SESSION lock_wait_timeout = 78', 'CREATE TEMPORARY TABLE mine (n INTEGER)'],
    'pgsql' => ["pgsql:host=$pgsql[host];port=$pgsql[port];dbname=$pgsql[database];options='-c search_path=$schema'",
        $pgsql['user'], $pgsql['password'],
        'SELECT pg_backend_pid()', 'SELECT pg_sleep(1000)', "SET lock_timeout = '77s'", 'SHOW lock_timeout',
        "SET lock_timeout = '78s'", 'CREATE TEMPORARY TABLE mine (n INTEGER)'],
];
foreach ($kinds as $kind => [$dsn, $user, $password, $id, $long, $set, $show, $spoil, $temporary]) {
    echo "-- $kind\n";
    $alone = new PDO($dsn, $user, $password);
    $alone->exec('CREATE TABLE t (n INTEGER, part INTEGER, connection BIGINT)');
    $made = [];
    $db = new PDO($dsn, $user, $password, ['async.pool' => ['max' => MAX, 'onConnect' => function (PDO $connection) use ($set, $id, &$made) {
        $connection->exec($set);
        $made[$connection->query($id)->fetchColumn()] = true;
    }]]);
    $pool = PooledPDO::poolOf($db);

    $work = function (int $n) use ($db, $id, $show, $spoil, $temporary) {
        $before = $db->query($id)->fetchColumn();
        $setting = $db->query($show)->fetchColumn();
        $db->exec($spoil);
        $db->exec($temporary);      // fails where a session was not reset
        $insert = $db->prepare('INSERT INTO t VALUES (?, ?, ?)');
        $db->beginTransaction();
        foreach ([1, 2] as $part) {
            $insert->execute([$n, $part, $db->query($id)->fetchColumn()]);
            suspend();
        }
        // Two of ten coroutines forget to commit.
        match ($n % 10) {
            1 => null,
            2 => throw new LogicException('failed'),
            3 => $db->rollBack(),
            default => $db->commit(),
        };
        return [$before === $db->query($id)->fetchColumn(), $setting];
    };
    // The warning of the rollback is allowed.
    error_reporting(E_ALL & ~E_WARNING);
    $all = array_map(fn($n) => spawn($work, $n), range(0, COROUTINES - 1));
    $most = 0;
    $watch = spawn(function () use ($pool, &$most) {
        while (true) {
            $most = max($most, count($pool));
            delay(5);
        }
    });
    [$results, $errors] = awaitAll($all);
    $watch->cancel();
    while ($pool->lent() || count($pool) > $pool->idle()) {
        delay(1);
    }
    error_reporting(E_ALL);
    echo json_encode(array_unique($results, SORT_REGULAR)), ' ', count($errors), ' ', implode(array_unique(array_map(get_class(...), $errors))), "\n";
    var_dump($most <= MAX, count($made) >= MAX, count($pool));
    // Both rows of a transaction by one connection, none of a transaction that was not committed.
    echo json_encode(array_map(intval(...), $alone->query('SELECT count(*), count(DISTINCT n), sum(CASE WHEN n % 10 IN (1, 2, 3) THEN 1 ELSE 0 END) FROM t')
        ->fetch(PDO::FETCH_NUM))), ' ', $alone->query('SELECT count(*) FROM (SELECT n FROM t GROUP BY n HAVING count(DISTINCT connection) > 1) AS wrong')
        ->fetchColumn(), "\n";
    // No lock of an open transaction is left: this would wait for one.
    $alone->exec('DROP TABLE t');

    $running = array_map(fn() => spawn(fn() => $db->query($long)), range(1, MAX));
    while ($pool->lent() < MAX) {
        delay(1);
    }
    delay(20);
    $cancelled = 0;
    foreach ($running as $coroutine) {
        $coroutine->cancel();
    }
    foreach ($running as $coroutine) {
        try {
            await($coroutine);
        } catch (Async\AsyncCancellation) {
            $cancelled++;
        }
    }
    [$results] = awaitAll(array_map(fn() => spawn(fn() => $db->query('SELECT 7')->fetchColumn()), range(1, 2 * MAX)));
    echo $cancelled, ' cancelled, then ', array_sum($results), "\n";
    unset($db);
    $pool->close();
}
?>
--EXPECT--
-- mysql
[[true,77]] 100 LogicException
bool(true)
bool(true)
int(10)
[1400,700,0] 0
10 cancelled, then 140
-- pgsql
[[true,"77s"]] 100 LogicException
bool(true)
bool(true)
int(10)
[1400,700,0] 0
10 cancelled, then 140
