--TEST--
PooledPDO: many coroutines on MySQL and PostgreSQL, each with its own connection, transactions and session; cancelled in a query
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

const MAX = 5;
$mysql = server('mysql');
$pgsql = server('pgsql');
$database = mysql_database($mysql);
$schema = pgsql_schema($pgsql);
$kinds = [
    'mysql' => ["mysql:host=$mysql[host];port=$mysql[port];dbname=$database", $mysql['user'], $mysql['password'],
        'SELECT CONNECTION_ID()', 'SELECT SLEEP(0.02)', 'SELECT SLEEP(1000)'],
    'pgsql' => ["pgsql:host=$pgsql[host];port=$pgsql[port];dbname=$pgsql[database];options='-c search_path=$schema'",
        $pgsql['user'], $pgsql['password'],
        'SELECT pg_backend_pid()', 'SELECT pg_sleep(0.02)', 'SELECT pg_sleep(1000)'],
];
foreach ($kinds as $kind => [$dsn, $user, $password, $id, $nap, $long]) {
    echo "-- $kind\n";
    $db = new PooledPDO($dsn, $user, $password, max: MAX);
    $pool = $db->getPool();
    $db->exec('CREATE TABLE t (n INTEGER, connection BIGINT)');
    $db->release();

    $work = function (int $n) use ($db, $id, $nap) {
        $before = $db->query($id)->fetchColumn();
        $insert = $db->prepare('INSERT INTO t VALUES (?, ?)');
        $db->beginTransaction();
        $insert->execute([$n, $before]);
        $db->query($nap)->fetchAll();
        $after = $db->query($id)->fetchColumn();
        // Every third coroutine forgets to commit, in one of several ways.
        match ($n % 3) {
            0 => $db->commit(),
            1 => null,
            2 => throw new LogicException('failed'),
        };
        return $before === $after;
    };
    // The warning of the rollback is allowed.
    error_reporting(E_ALL & ~E_WARNING);
    [$results, $errors] = awaitAll(array_map(fn($n) => spawn($work, $n), range(0, 29)));
    while ($pool->lent() || count($pool) > $pool->idle()) {
        delay(1);
    }
    error_reporting(E_ALL);
    var_dump(array_unique($results), count($errors), count($pool) <= MAX);
    var_dump($db->query('SELECT count(*), count(DISTINCT connection) FROM t')->fetch(PDO::FETCH_NUM)[0],
        $db->query('SELECT count(DISTINCT connection) FROM t')->fetchColumn() <= MAX);
    $db->release();

    // Cancelled in the middle: the connection is usable or gone, the place is free.
    $all = array_map(fn() => spawn(fn() => $db->query($long)), range(1, MAX));
    while ($pool->lent() < MAX) {
        delay(1);
    }
    delay(20);
    foreach ($all as $coroutine) {
        $coroutine->cancel();
    }
    $cancelled = 0;
    foreach ($all as $coroutine) {
        try {
            await($coroutine);
        } catch (Async\AsyncCancellation) {
            $cancelled++;
        }
    }
    var_dump($cancelled);
    [$results] = awaitAll(array_map(fn() => spawn(fn() => $db->query('SELECT 7')->fetchColumn()), range(1, 2 * MAX)));
    var_dump(array_sum($results));
    if ($kind === 'pgsql') {
        await(spawn(fn() => $db->exec("SET application_name = 'mine'; CREATE TEMPORARY TABLE t (mine INTEGER)")));
        [$names] = awaitAll(array_map(fn() => spawn(function () use ($db) {
            delay(1);
            return $db->query('SHOW application_name')->fetchColumn() . $db->query('SELECT count(n) >= 0 FROM t')->fetchColumn();
        }), range(1, MAX)));
        var_dump(array_unique($names));
    }
    $pool->close();
}
?>
--EXPECT--
-- mysql
array(1) {
  [0]=>
  bool(true)
}
int(10)
bool(true)
int(10)
bool(true)
int(5)
int(70)
-- pgsql
array(1) {
  [0]=>
  bool(true)
}
int(10)
bool(true)
int(10)
bool(true)
int(5)
int(70)
array(1) {
  [0]=>
  string(1) "1"
}
