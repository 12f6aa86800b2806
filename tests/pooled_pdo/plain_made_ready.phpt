--TEST--
PDO with the option async.pool: a returned connection has no transaction, attribute or statement left; the maker's attributes hold for all
--EXTENSIONS--
pdo
pdo_sqlite
--FILE--
<?php
use Async\PooledPDO;
use function Async\{spawn, suspend, await, awaitAll};

function in_coroutine(callable $f): mixed
{
    try {
        return await(spawn($f));
    } finally {
        // The coroutine's statement is released after the coroutine has ended.
        for ($i = 0; $i < 5; $i++) {
            suspend();
        }
    }
}
$file = __DIR__ . '/plain_made_ready.db';
@unlink($file);
$resets = [];
$db = new PDO("sqlite:$file", null, null, [PDO::ATTR_DEFAULT_FETCH_MODE => PDO::FETCH_NUM, 'async.pool' => ['max' => 1,
    'reset' => function (PDO $connection) use (&$resets) { $resets[] = spl_object_id($connection); }]]);
$pool = PooledPDO::poolOf($db);
$rows = fn() => $db->query('SELECT count(*) FROM t')->fetchColumn();
$db->exec('CREATE TABLE t (n INTEGER)');
PooledPDO::releaseOf($db);

echo "-- transactions\n";
error_reporting(E_ALL & ~E_WARNING); // that of the shared connection, D28
in_coroutine(function () use ($db) { $db->beginTransaction(); $db->exec('INSERT INTO t VALUES (1)'); });
in_coroutine(function () use ($db) { $db->exec('BEGIN'); $db->exec('INSERT INTO t VALUES (2)'); });
in_coroutine(function () use ($db) { $db->beginTransaction(); $db->exec('INSERT INTO t VALUES (3)'); $db->commit(); });
try {
    in_coroutine(function () use ($db) {
        $db->beginTransaction();
        $db->exec('INSERT INTO t VALUES (4)');
        throw new LogicException('failed');
    });
} catch (LogicException) {
}
error_reporting(E_ALL);
var_dump(in_coroutine($rows), $pool->idle(), count(array_unique($resets)));

echo "-- attributes\n";
in_coroutine(function () use ($db) {
    $db->setAttribute(PDO::ATTR_DEFAULT_FETCH_MODE, PDO::FETCH_OBJ);
    $db->setAttribute(PDO::ATTR_CASE, PDO::CASE_UPPER);
    echo json_encode($db->query('SELECT 1 AS a')->fetch()), "\n";
});
in_coroutine(fn() => print(json_encode($db->query('SELECT 1 AS a')->fetch()) . "\n"));
var_dump($pool->lent(), $db->setAttribute(PDO::ATTR_DEFAULT_FETCH_MODE, PDO::FETCH_ASSOC), $pool->lent());
in_coroutine(fn() => print(json_encode($db->query('SELECT 1 AS a')->fetch()) . "\n"));
in_coroutine(function () use ($db) {
    $db->setAttribute(PDO::ATTR_DEFAULT_FETCH_MODE, PDO::FETCH_NUM);
    echo json_encode($db->query('SELECT 1 AS a')->fetch()), "\n";
});
in_coroutine(fn() => print(json_encode($db->query('SELECT 1 AS a')->fetch()) . "\n"));
$db->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_SILENT);
var_dump(in_coroutine(fn() => $db->query('nonsense')));
$db->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_EXCEPTION);
// One that the driver does not have.
error_reporting(0);
var_dump(@$db->setAttribute(PDO::ATTR_EMULATE_PREPARES, true));
error_reporting(E_ALL);
var_dump(in_coroutine($rows));

echo "-- questions keep no connection\n";
var_dump($db->getAttribute(PDO::ATTR_DRIVER_NAME), $db->quote("'"), $db->inTransaction(), $db->errorCode(), $db->errorInfo()[0], $pool->lent());

echo "-- statements\n";
$statement = in_coroutine(fn() => $db->query('SELECT n FROM t'));
var_dump(count($pool));
in_coroutine($rows);
var_dump(count($pool), json_encode($statement->fetchAll()));
$statement = null;

echo "-- release\n";
PooledPDO::releaseOf($db);
$db->beginTransaction();
var_dump($pool->lent());
$other = spawn($rows);
suspend();
var_dump($pool->waiting());
$db->rollBack();
PooledPDO::releaseOf($db);
var_dump(await($other), $pool->lent());
?>
--CLEAN--
<?php
@unlink(__DIR__ . '/plain_made_ready.db');
?>
--EXPECT--
-- transactions
int(1)
int(1)
int(1)
-- attributes
{"A":1}
[1]
int(0)
bool(true)
int(0)
{"a":1}
[1]
{"a":1}
bool(false)
bool(false)
int(1)
-- questions keep no connection
string(6) "sqlite"
string(4) "''''"
bool(false)
NULL
string(0) ""
int(0)
-- statements
int(0)
int(1)
string(9) "[{"n":3}]"
-- release
int(1)
int(1)
int(1)
int(0)
