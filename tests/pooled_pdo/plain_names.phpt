--TEST--
PDO with the option async.pool: objects of one name share a pool, each with connections and attributes of its own; an object that goes returns its connection
--EXTENSIONS--
pdo
pdo_sqlite
--FILE--
<?php
use Async\PooledPDO;
use function Async\{spawn, suspend, await, awaitAll, delay};

$file = __DIR__ . '/plain_names.db';
@unlink($file);
$ids = [];
$open = fn(string $name = 'one', array $more = [], ?string $dsn = null) => new PDO($dsn ?? "sqlite:$file", null, null, [
    'async.pool' => ['name' => $name, 'max' => 3, 'onConnect' => function (PDO $connection) use (&$ids) { $ids[] = spl_object_id($connection); }, ...$more]]);
[$a, $b] = [$open(), $open()];
var_dump($a === $b, PooledPDO::poolOf($a) === PooledPDO::poolOf($b), PooledPDO::poolOf($a) === PooledPDO::poolOf($open('two')),
    PooledPDO::poolOf($a) === PooledPDO::poolOf($open('one', [], 'sqlite::memory:')), count(PooledPDO::poolOf($a)));
$pool = PooledPDO::poolOf($a);

echo "-- two objects of a coroutine have two connections\n";
$a->exec('CREATE TABLE t (n INTEGER)');
$a->beginTransaction();
var_dump($a->inTransaction(), $b->inTransaction(), $b->query('SELECT count(*) FROM t')->fetchColumn(), $pool->lent());
$a->rollBack();
$a->setAttribute(PDO::ATTR_CASE, PDO::CASE_UPPER);
echo json_encode($a->query('SELECT 1 AS x')->fetch(PDO::FETCH_ASSOC)), json_encode($b->query('SELECT 1 AS x')->fetch(PDO::FETCH_ASSOC)), "\n";
PooledPDO::releaseOf($a);
PooledPDO::releaseOf($b);
await(spawn(function () use ($a, $b) {
    // In another order: whatever connection it is.
    echo json_encode($b->query('SELECT 1 AS x')->fetch(PDO::FETCH_ASSOC)), json_encode($a->query('SELECT 1 AS x')->fetch(PDO::FETCH_ASSOC)), "\n";
}));

echo "-- many objects, one after the other\n";
for ($i = 0; $i < 20; $i++) {
    $object = $open();
    $object->beginTransaction();
    $object->exec('INSERT INTO t VALUES (1)');
    if ($i % 2) {
        $object->commit();
    }
    unset($object);
}
while ($pool->idle() < count($pool)) {
    suspend();
}
var_dump($a->query('SELECT count(*) FROM t')->fetchColumn(), count($pool) <= 3, $pool->lent());

echo "-- an object for each of 200 coroutines, as requests of a framework have it\n";
PooledPDO::releaseOf($a);
$before = count(array_unique($ids));
[$results, $errors] = awaitAll(array_map(fn($n) => spawn(function () use ($open, $n) {
    $db = $open();
    $found = $db->query("SELECT $n")->fetchColumn();
    suspend();
    return $found + $db->query('SELECT 1')->fetchColumn();
}), range(1, 200)));
var_dump(array_sum($results), count($errors), count($pool) <= 3);

echo "-- a statement that is left keeps its connection, and its transaction\n";
$object = $open();
$object->beginTransaction();
$object->exec('INSERT INTO t VALUES (1)');
$select = $object->prepare('SELECT count(*) FROM t');
unset($object);
for ($i = 0; $i < 5; $i++) {
    suspend();
}
$select->execute();
var_dump($select->fetchColumn(), $pool->lent());
unset($select);
var_dump($a->query('SELECT count(*) FROM t')->fetchColumn());
unset($a, $b);

echo "-- the pool stays when its last object goes, until it is closed\n";
for ($i = 0; $i < 5; $i++) {
    suspend();
}
var_dump($open()->query('SELECT 2')->fetchColumn(), PooledPDO::poolOf($open()) === $pool);
$pool->close();
var_dump(PooledPDO::poolOf($open()) === $pool, $open()->query('SELECT 3')->fetchColumn());

echo "-- made at the same time, and a first connection that fails\n";
$slow = fn() => new PDO("sqlite:$file", null, null, ['async.pool' => ['name' => 'slow', 'onConnect' => fn() => delay(5)]]);
[$objects] = awaitAll([spawn($slow), spawn($slow)]);
var_dump(PooledPDO::poolOf($objects[0]) === PooledPDO::poolOf($objects[1]), count(PooledPDO::poolOf($objects[0])));
for ($i = 0; $i < 2; $i++) {
    try {
        $open('fails', ['onConnect' => fn() => throw new PDOException('not now')]);
    } catch (PDOException $e) {
        echo $e->getMessage(), "\n";
    }
}
echo $open('fails')->query('SELECT 4')->fetchColumn(), "\n";
?>
--CLEAN--
<?php
@unlink(__DIR__ . '/plain_names.db');
?>
--EXPECT--
bool(false)
bool(true)
bool(false)
bool(false)
int(1)
-- two objects of a coroutine have two connections
bool(true)
bool(false)
int(0)
int(2)
{"X":1}{"x":1}
{"x":1}{"X":1}
-- many objects, one after the other
int(10)
bool(true)
int(1)
-- an object for each of 200 coroutines, as requests of a framework have it
int(20300)
int(0)
bool(true)
-- a statement that is left keeps its connection, and its transaction
int(11)
int(0)
int(10)
-- the pool stays when its last object goes, until it is closed
int(2)
bool(true)
bool(false)
int(3)
-- made at the same time, and a first connection that fails
bool(true)
int(1)
not now
not now
4
