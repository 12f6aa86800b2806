--TEST--
PooledPDO: methods that only ask borrow no connection and answer as a new connection does; all others borrow one
--EXTENSIONS--
pdo
pdo_sqlite
--FILE--
<?php
use Async\PooledPDO;

$arguments = ['prepare' => ['SELECT 1'], 'exec' => ['SELECT 1'], 'query' => ['SELECT 1'], 'quote' => ['a'],
    'getAttribute' => [PDO::ATTR_ERRMODE], 'setAttribute' => [PDO::ATTR_ERRMODE, PDO::ERRMODE_EXCEPTION],
    'sqliteCreateFunction' => ['f', fn() => 1], 'sqliteCreateAggregate' => ['f', fn() => 1, fn() => 1],
    'sqliteCreateCollation' => ['c', fn() => 0]];
$asking = [];
foreach ((new ReflectionClass(PDO::class))->getMethods() as $method) {
    $name = $method->name;
    if ($method->isStatic() || str_starts_with($name, '__')) {
        continue;
    }
    $db = new PooledPDO('sqlite::memory:', null, null, [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION]);
    $stock = new PDO('sqlite::memory:');
    [$ours, $wanted] = array_map(function (PDO $pdo) use ($name, $arguments) {
        try {
            return var_export($pdo->$name(...$arguments[$name] ?? []), true);
        } catch (PDOException $e) {
            return $e->getMessage();
        }
    }, [$db, $stock]);
    if ($ours !== $wanted) {
        echo "$name: $ours instead of $wanted\n";
    }
    if ($db->getPool()->count() === 0) {
        $asking[] = $name;
    }
}
echo implode(' ', $asking), "\n";

// With a connection of the caller, that one answers.
$db = new PooledPDO('sqlite::memory:', null, null, [PDO::ATTR_ERRMODE => PDO::ERRMODE_SILENT]);
$db->beginTransaction();
$db->exec('nonsense');
var_dump($db->inTransaction(), $db->errorCode(), $db->errorInfo()[2]);
foreach (['inTransaction', 'errorCode', 'errorInfo'] as $name) {
    $db->release();
    try {
        $db->$name(1);
    } catch (ArgumentCountError $e) {
        echo $e->getMessage(), "\n";
    }
}
?>
--EXPECT--
errorCode errorInfo inTransaction
bool(true)
string(5) "HY000"
string(29) "near "nonsense": syntax error"
PDO::inTransaction() expects exactly 0 arguments, 1 given
PDO::errorCode() expects exactly 0 arguments, 1 given
PDO::errorInfo() expects exactly 0 arguments, 1 given
