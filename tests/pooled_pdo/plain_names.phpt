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

echo "-- a burst of first objects stays within the limit, also when the first connections fail\n";
$burst = function (string $name, int $fail) use ($file): void {
    $made = $now = $most = $tries = 0;
    $connect = function () use (&$made, &$now, &$most, &$tries, $fail) {
        $most = max($most, ++$now);
        delay(1);
        $now--;
        if (++$tries <= $fail) {
            throw new PDOException("failed $tries");
        }
        $made++;
    };
    [$objects, $errors] = awaitAll(array_map(fn() => spawn(fn() => new PDO("sqlite:$file", null, null,
        ['async.pool' => ['name' => $name, 'max' => 2, 'onConnect' => $connect]])), range(1, 20)));
    echo count($objects), ' objects, at most ', $most, ' at once, at most 2: ', json_encode($made <= 2), ', errors: ',
        implode(', ', array_map(fn($error) => $error->getMessage(), $errors)) ?: 'none', "\n";
    if ($objects) {
        $pools = array_unique(array_map(fn($object) => spl_object_id(PooledPDO::poolOf($object)), $objects));
        echo count($pools), ' pool, ', PooledPDO::poolOf(reset($objects))->lent(), " lent\n";
    }
};
$burst('burst', 0);
$burst('two fail', 2);
$burst('all fail', 20);
echo $open('all fail')->query('SELECT 5')->fetchColumn(), "\n";

echo "-- cancelled while it makes the first connection\n";
$stuck = spawn(fn() => new PDO("sqlite:$file", null, null, ['async.pool' => ['name' => 'stuck', 'onConnect' => fn() => delay(60_000)]]));
suspend();
$stuck->cancel();
try {
    await($stuck);
} catch (Async\AsyncCancellation) {
    echo $open('stuck')->query('SELECT 6')->fetchColumn(), "\n";
}
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
int(2)
not now
not now
4
-- a burst of first objects stays within the limit, also when the first connections fail
20 objects, at most 2 at once, at most 2: true, errors: none
1 pool, 0 lent
18 objects, at most 2 at once, at most 2: true, errors: failed 1, failed 2
1 pool, 0 lent
0 objects, at most 2 at once, at most 2: true, errors: failed 1, failed 2, failed 3, failed 4, failed 5, failed 6, failed 7, failed 8, failed 9, failed 10, failed 11, failed 12, failed 13, failed 14, failed 15, failed 16, failed 17, failed 18, failed 19, failed 20
5
-- cancelled while it makes the first connection
6
