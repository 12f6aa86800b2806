--TEST--
PooledPDO: a returned connection has no transaction, attributes or statements left; reset runs last; release() returns early
--EXTENSIONS--
pdo
pdo_sqlite
--FILE--
<?php
use Async\PooledPDO;
use function Async\{spawn, suspend, await};

function in_coroutine(callable $f): mixed
{
    $result = await(spawn($f));
    // The coroutine's statement is released after the coroutine has ended.
    for ($i = 0; $i < 5; $i++) {
        suspend();
    }
    return $result;
}
$file = __DIR__ . '/made_ready.db';
@unlink($file);
$verdict = true;
$resets = 0;
$db = new PooledPDO("sqlite:$file", options: [PDO::ATTR_DEFAULT_FETCH_MODE => PDO::FETCH_NUM], max: 1,
    reset: function (PDO $connection) use (&$verdict, &$resets, &$ids) {
        $resets++;
        $ids[] = spl_object_id($connection);
        return $verdict instanceof Closure ? $verdict($connection) : $verdict;
    });
$pool = $db->getPool();
$rows = fn() => $db->query('SELECT count(*) FROM t')->fetch()[0];
in_coroutine(fn() => $db->exec('CREATE TABLE t (n INTEGER)'));

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
suspend();
var_dump(in_coroutine($rows), $pool->idle(), count(array_unique($ids)));

error_reporting(E_ALL);
echo "-- attributes\n";
in_coroutine(function () use ($db) {
    $db->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_SILENT);
    $db->setAttribute(PDO::ATTR_DEFAULT_FETCH_MODE, PDO::FETCH_OBJ);
    $db->setAttribute(PDO::ATTR_DEFAULT_FETCH_MODE, PDO::FETCH_ASSOC);
    $db->setAttribute(PDO::ATTR_CASE, PDO::CASE_UPPER);
    var_dump($db->query('nonsense'), $db->query('SELECT 1 AS a')->fetch());
});
in_coroutine(function () use ($db) {
    var_dump($db->getAttribute(PDO::ATTR_ERRMODE) === PDO::ERRMODE_EXCEPTION, $db->getAttribute(PDO::ATTR_CASE) === PDO::CASE_NATURAL);
    echo json_encode($db->query('SELECT 1 AS a')->fetch()), "\n";
});
var_dump(count(array_unique($ids)));
// An attribute whose value cannot be read.
in_coroutine(fn() => $db->setAttribute(PDO::ATTR_TIMEOUT, 5));
var_dump(count($pool));

echo "-- statements\n";
$statement = in_coroutine(fn() => $db->query('SELECT n FROM t'));
var_dump(count($pool));
in_coroutine($rows);
var_dump(count($pool), $statement->fetchAll());
$statement = null;

echo "-- the callable\n";
$verdict = false;
in_coroutine($rows);
var_dump(count($pool));
$verdict = fn($connection) => $connection->exec('nonsense');
in_coroutine($rows);
var_dump(count($pool));
$verdict = fn() => throw new LogicException('reset failed');
$scope = new Async\Scope;
$scope->setExceptionHandler(fn($e) => print($e->getMessage() . "\n"));
$scope->spawn($rows);
$scope->awaitCompletion();
var_dump(count($pool));
$verdict = true;

echo "-- release\n";
$db->release();
$db->beginTransaction();
$db->exec('INSERT INTO t VALUES (5)');
var_dump($pool->lent());
$other = spawn($rows);
suspend();
var_dump($pool->waiting());
$db->release();
var_dump(await($other), $pool->lent());
?>
--CLEAN--
<?php
@unlink(__DIR__ . '/made_ready.db');
?>
--EXPECT--
-- transactions
int(1)
int(1)
int(1)
-- attributes
bool(false)
array(1) {
  ["A"]=>
  int(1)
}
bool(true)
bool(true)
[1]
int(1)
int(0)
-- statements
int(0)
int(1)
array(1) {
  [0]=>
  array(1) {
    [0]=>
    int(3)
  }
}
-- the callable
int(0)
int(0)
reset failed
int(0)
-- release
int(1)
int(1)
int(1)
int(0)
