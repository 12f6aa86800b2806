--TEST--
One Doctrine DBAL connection for 1,000 coroutines on 10 connections: transactions, savepoints, sessions and cancellations of each are its own
--EXTENSIONS--
pdo
mysqlnd
pdo_mysql
pdo_pgsql
--SKIPIF--
<?php
require __DIR__ . '/vendor.inc';
need_vendor('doctrine/dbal', 'doctrine-dbal');
require __DIR__ . '/../inc/servers.inc';
skip_without_server('mysql', 'pgsql');
?>
--FILE--
<?php
error_reporting(E_ALL & ~E_DEPRECATED & ~E_USER_DEPRECATED);
require __DIR__ . '/vendor.inc';
require vendor_autoloader();
require __DIR__ . '/../inc/servers.inc';
load_adapter('doctrine-dbal', 'Async\Doctrine\DBAL');
use Async\Doctrine\DBAL\Connection;
use Doctrine\DBAL\DriverManager;
use function Async\{spawn, suspend, await, awaitAll, delay};

const MAX = 10;
const COROUTINES = 1000;
$mysql = server('mysql');
$pgsql = server('pgsql');
$database = mysql_database($mysql);
$schema = pgsql_schema($pgsql);
$kinds = [
    'pdo_mysql' => [['host' => $mysql['host'], 'port' => $mysql['port'], 'user' => $mysql['user'], 'password' => $mysql['password'],
        'dbname' => $database], 'SELECT CONNECTION_ID()', 'SET SESSION lock_wait_timeout = 77',
        'SELECT @@SESSION.lock_wait_timeout', 'SET SESSION lock_wait_timeout = 78', 'SELECT SLEEP(1000)', "USE `$database`"],
    'pdo_pgsql' => [['host' => $pgsql['host'], 'port' => $pgsql['port'], 'user' => $pgsql['user'], 'password' => $pgsql['password'],
        'dbname' => $pgsql['database'], 'charset' => 'utf8'], 'SELECT pg_backend_pid()', "SET lock_timeout = '77s'", 'SHOW lock_timeout',
        "SET lock_timeout = '78s'", 'SELECT pg_sleep(1)', "SET search_path = $schema"],
];
foreach ($kinds as $driver => [$params, $id, $set, $show, $spoil, $long, $place]) {
    echo "-- $driver\n";
    $alone = DriverManager::getConnection(['driver' => $driver] + $params);
    $alone->executeStatement($place);
    $alone->executeStatement('CREATE TABLE t (n INTEGER, part INTEGER, connection BIGINT)');
    $made = [];
    $db = DriverManager::getConnection(['driver' => $driver, 'wrapperClass' => Connection::class, 'driverOptions' => ['async.pool' => [
        'max' => MAX,
        'onConnect' => function (PDO $connection) use ($place, $set, $id, &$made) {
            $connection->exec($place);
            $connection->exec($set);
            $made[$connection->query($id)->fetchColumn()] = true;
        },
    ]]] + $params);
    $db->setNestTransactionsWithSavepoints(true);

    // Five coroutines connect at once, and each asks for the version of the server.
    [$first, $errors] = awaitAll(array_map(fn() => spawn(function () use ($db, $id) {
        $platform = $db->getDatabasePlatform();
        return [$platform::class, spl_object_id($db->getNativeConnection()), $db->fetchOne($id)];
    }), range(1, 5)));
    echo 'lazily: ', count(array_unique(array_column($first, 0))), ' platform, ', count(array_unique(array_column($first, 1))),
        ' PDO object, ', count($errors), " errors\n";

    // Its driver makes connections with other parameters, too.
    $other = new Doctrine\DBAL\Connection(['dbname' => 'no such database'] + $db->getParams(), $db->getDriver(), $db->getConfiguration());
    try {
        $other->fetchOne($id);
    } catch (Doctrine\DBAL\Exception\ConnectionException) {
        echo "another database: refused\n";
    }

    $work = function (int $n) use ($db, $id, $show, $spoil) {
        $before = $db->fetchOne($id);
        $levels = [$db->getTransactionNestingLevel(), $db->isTransactionActive()];
        $setting = $db->fetchOne($show);
        $db->executeStatement($spoil);
        $db->beginTransaction();
        $db->insert('t', ['n' => $n, 'part' => 1, 'connection' => $db->fetchOne($id)]);
        suspend();
        $db->beginTransaction();
        $db->insert('t', ['n' => $n, 'part' => 666, 'connection' => 0]);
        suspend();
        $levels[] = $db->getTransactionNestingLevel();
        $db->rollBack();
        $db->insert('t', ['n' => $n, 'part' => 2, 'connection' => $db->fetchOne($id)]);
        // One of ten coroutines forgets to commit, one fails, one marks the transaction.
        match ($n % 10) {
            1 => null,
            2 => throw new LogicException('failed'),
            3 => [$db->setRollbackOnly(), $db->isRollbackOnly(), $db->rollBack()],
            default => $db->commit(),
        };
        $levels[] = $db->getTransactionNestingLevel() === ($n % 10 === 1 ? 1 : 0);
        return [$before === $db->fetchOne($id), $setting, $levels];
    };
    // The warning of a rollback at the end of a coroutine is expected.
    set_error_handler(fn($type, $message) => str_contains($message, 'ended inside a transaction'));
    $all = array_map(fn($n) => spawn($work, $n), range(0, COROUTINES - 1));
    $most = 0;
    $watch = spawn(function () use ($db, &$most) {
        $pool = $db->getPool();
        $db->close();
        while (true) {
            $most = max($most, count($pool));
            delay(5);
        }
    });
    [$results, $errors] = awaitAll($all);
    $watch->cancel();
    $pool = $db->getPool();
    $db->close();
    while ($pool->lent() || count($pool) > $pool->idle()) {
        delay(1);
    }
    restore_error_handler();
    echo json_encode(array_values(array_unique($results, SORT_REGULAR))), ' ', count($errors), ' ',
        implode(array_unique(array_map(get_class(...), $errors))), "\n";
    var_dump($most <= MAX, count($made) >= MAX, $db->getTransactionNestingLevel());
    // All rows of a transaction by one connection, none of a transaction or savepoint that was not committed.
    echo json_encode(array_map(intval(...), $alone->fetchNumeric('SELECT count(*), count(DISTINCT n), sum(CASE WHEN n % 10 IN (1, 2, 3) '
        . 'OR part = 666 THEN 1 ELSE 0 END) FROM t'))), ' ', $alone->fetchOne('SELECT count(*) FROM (SELECT n FROM t GROUP BY n '
        . 'HAVING count(DISTINCT connection) > 1) AS wrong'), "\n";

    // Cancelled in the middle of transactional(). PostgreSQL goes on with the query, so it must not be long.
    $running = array_map(fn() => spawn(fn() => $db->transactional(function () use ($db, $long) {
        $db->insert('t', ['n' => 9999, 'part' => 1, 'connection' => 0]);
        $db->fetchOne($long);
    })), range(1, MAX));
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
    [$results] = awaitAll(array_map(fn() => spawn(fn() => $db->transactional(fn() => $db->fetchOne('SELECT count(*) FROM t WHERE n = 9999') + 7)),
        range(1, 2 * MAX)));
    echo $cancelled, ' cancelled, then ', array_sum($results), "\n";
    // No lock of an open transaction is left: this would wait for one.
    $alone->executeStatement('DROP TABLE t');
    $pool->close();
}
?>
--EXPECT--
-- pdo_mysql
lazily: 1 platform, 1 PDO object, 0 errors
another database: refused
[[true,77,[0,false,2,true]]] 100 LogicException
bool(true)
bool(true)
int(0)
[1400,700,0] 0
10 cancelled, then 140
-- pdo_pgsql
lazily: 1 platform, 1 PDO object, 0 errors
another database: refused
[[true,"77s",[0,false,2,true]]] 100 LogicException
bool(true)
bool(true)
int(0)
[1400,700,0] 0
10 cancelled, then 140
