--TEST--
PooledPDO: onConnect prepares each new connection; may wait; its exception reaches the caller and closes the connection
--EXTENSIONS--
pdo
pdo_sqlite
--FILE--
<?php
use Async\PooledPDO;
use function Async\{spawn, awaitAll, await, delay};

$calls = 0;
$fails = null;
$db = new PooledPDO('sqlite::memory:', max: 3, onConnect: function (PDO $connection) use (&$calls, &$fails) {
    $calls++;
    delay(1);
    if ($fails) {
        throw $fails;
    }
    $connection->exec('PRAGMA user_version = 7');
    return false; // has no meaning
});
$ask = function () use ($db) {
    $version = $db->query('PRAGMA user_version')->fetchColumn();
    delay(5);
    return $version;
};
[$versions] = awaitAll([spawn($ask), spawn($ask), spawn($ask), spawn($ask)]);
var_dump(get_class($db), $versions, $calls, count($db->getPool()));

foreach ([new PDOException('refused'), new LogicException('a mistake')] as $fails) {
    $other = new PooledPDO('sqlite::memory:', onConnect: fn() => throw $fails);
    try {
        $other->query('SELECT 1');
    } catch (Exception $e) {
        var_dump($e === $fails, count($other->getPool()));
    }
    try {
        new PooledPDO('sqlite::memory:', min: 2, onConnect: fn() => throw $fails);
    } catch (Exception $e) {
        var_dump($e === $fails);
    }
}
// A caller that is cancelled in onConnect leaves no connection behind.
$fails = null;
$slow = new PooledPDO('sqlite::memory:', onConnect: fn() => delay(60_000));
$caller = spawn(fn() => $slow->query('SELECT 1'));
delay(1);
$caller->cancel();
try {
    await($caller);
} catch (Async\AsyncCancellation) {
    var_dump(count($slow->getPool()));
}
// A callable that holds the pool is a cycle that the collector frees.
$cycle = new PooledPDO('sqlite::memory:', onConnect: function () use (&$cycle) {});
$cycle->query('SELECT 1');
$weak = WeakReference::create($cycle);
$cycle->release();
unset($cycle);
gc_collect_cycles();
var_dump($weak->get());
?>
--EXPECT--
string(15) "Async\PooledPDO"
array(4) {
  [0]=>
  int(7)
  [1]=>
  int(7)
  [2]=>
  int(7)
  [3]=>
  int(7)
}
int(3)
int(3)
bool(true)
int(0)
bool(true)
bool(true)
int(0)
bool(true)
int(0)
NULL
