--TEST--
PooledPDO: a PDO with all its methods and a connection for each coroutine, with at most the maximum of connections (P5)
--EXTENSIONS--
pdo
pdo_sqlite
--FILE--
<?php
use Async\PooledPDO;
use function Async\{spawn, suspend, awaitAll};

$db = new PooledPDO('sqlite::memory:', max: 3);
$pool = $db->getPool();
var_dump($db instanceof PDO, count($pool));

// An in-memory database belongs to its connection: that distinguishes the connections.
$names = ['main' => []];
$db->exec('CREATE TABLE of_main (n INTEGER)');
$tables = fn() => $db->query('SELECT name FROM sqlite_master')->fetchAll(PDO::FETCH_COLUMN);
$work = function (int $n) use ($db, $tables) {
    $seen = $tables();
    $db->exec("CREATE TABLE IF NOT EXISTS t$n (n INTEGER)");
    $insert = $db->prepare("INSERT INTO t$n VALUES (:n)");
    suspend();
    $insert->execute(['n' => $n]);
    suspend();
    $sum = array_sum(array_map(fn($table) => $db->query("SELECT sum(n) FROM $table")->fetchColumn(), $tables()));
    return [$seen, $tables(), $sum, $db->lastInsertId()];
};
$all = array_map(fn($n) => spawn($work, $n), range(1, 4));
suspend();
suspend();
echo count($pool), ' connections, ', $pool->lent(), ' lent, ', $pool->waiting(), " waiting\n";
[$results] = awaitAll($all);
foreach ($results as $result) {
    echo json_encode($result), "\n";
}
var_dump($tables());

echo "-- as PDO\n";
foreach ((new ReflectionClass(PDO::class))->getMethods() as $method) {
    $own = new ReflectionMethod($db, $method->name);
    if (!$method->isConstructor() && preg_replace('/, inherits \w+|, overwrites \w+, prototype \w+/', '', (string) $own) !== (string) $method) {
        echo "BROKEN: $own";
    }
}
$query = $db->query(...);
echo $query('SELECT 1')->fetchColumn(), call_user_func([$db, 'query'], 'SELECT 2')->fetchColumn(),
    array_map([$db, 'quote'], ["'"])[0], $db->query(query: 'SELECT 3', fetchMode: PDO::FETCH_NUM)->fetch()[0], "\n";
$db->sqliteCreateFunction('twice', fn($x) => 2 * $x);
echo $db->query('SELECT twice(21)')->fetchColumn(), "\n";
try {
    $db->query('nonsense');
} catch (PDOException $e) {
    echo $e->getMessage(), "\n#0 ", preg_replace('/^#0 .*?: |\n.*/s', '', $e->getTraceAsString()), "\n";
}
echo $db->errorCode(), "\n";
try {
    $db->noSuchMethod();
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
echo json_encode(spawn(fn() => Async\await(spawn(fn() => $query('SELECT 4')->fetchColumn())))), "\n";
// schedules: none, it tests the order of turns
?>
--EXPECT--
bool(true)
int(0)
3 connections, 3 lent, 2 waiting
[[],["t1"],1,"1"]
[[],["t2"],2,"1"]
[["t1"],["t1","t3"],4,"1"]
[["t2"],["t2","t4"],6,"1"]
array(1) {
  [0]=>
  string(7) "of_main"
}
-- as PDO
12''''3
42
SQLSTATE[HY000]: General error: 1 near "nonsense": syntax error
#0 PDO->query('nonsense')
HY000
Call to undefined method Async\PooledPDO::noSuchMethod()
{}
