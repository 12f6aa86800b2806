--TEST--
PDO with the option async.pool: a plain PDO object, or one of a subclass, with a connection for each coroutine; answers as on stock PHP (P5)
--EXTENSIONS--
pdo
pdo_sqlite
--FILE--
<?php
use Async\PooledPDO;
use function Async\{spawn, suspend, await, awaitAll};

$connections = 0;
$db = new PDO('sqlite::memory:', options: ['async.pool' => ['max' => 3, 'onConnect' => function (PDO $connection) use (&$connections) {
    $connections++;
    $connection->exec('PRAGMA user_version = 7');
}]]);
$pool = PooledPDO::poolOf($db);
echo get_class($db), ", $connections connection, ", $pool->lent(), " lent\n";

// An in-memory database belongs to its connection: that distinguishes the connections.
$tables = fn() => $db->query('SELECT name FROM sqlite_master')->fetchAll(PDO::FETCH_COLUMN);
$work = function (int $n) use ($db, $tables) {
    $seen = $tables();
    $db->exec("CREATE TABLE IF NOT EXISTS t$n (n INTEGER)");
    $insert = $db->prepare("INSERT INTO t$n VALUES (:n)");
    suspend();
    $db->beginTransaction();
    $insert->execute(['n' => $n]);
    suspend();
    $db->commit();
    $sum = array_sum(array_map(fn($table) => $db->query("SELECT sum(n) FROM $table")->fetchColumn(), $tables()));
    return [$seen, $tables(), $sum, $db->lastInsertId(), $db->query('PRAGMA user_version')->fetchColumn()];
};
$all = array_map(fn($n) => spawn($work, $n), range(1, 4));
suspend();
suspend();
echo count($pool), ' connections, ', $pool->lent(), ' lent, ', $pool->waiting(), " waiting\n";
[$results] = awaitAll($all);
foreach ($results as $result) {
    echo json_encode($result), "\n";
}
echo "$connections connections were made\n";

echo "-- the same as without a pool\n";
class Own extends PDO
{
    public int $queries = 0;

    public function query(string $query, ?int $fetchMode = null, mixed ...$arguments): PDOStatement|false
    {
        $this->queries++;
        return parent::query($query, $fetchMode, ...$arguments);
    }
}
class Row_statement extends PDOStatement
{
    protected function __construct(public readonly string $mark)
    {
    }
}
/** What a program can see of the object. */
function answers(PDO $db): array
{
    $try = function (callable $call) {
        try {
            return $call();
        } catch (Throwable $e) {
            return [get_class($e), $e->getCode(), $e->getMessage(), $e instanceof PDOException ? $e->errorInfo : null,
                array_map(fn($frame) => ($frame['class'] ?? '') . ($frame['type'] ?? '') . $frame['function'], array_slice($e->getTrace(), 0, 1))];
        }
    };
    ob_start();
    var_dump($db);
    $shown = preg_replace('/#\d+/', '#', ob_get_clean());
    $answers = [
        $shown, (array) $db, $db == $db, get_object_vars($db), get_parent_class($db),
        fn() => $db->exec('CREATE TABLE t (n INTEGER PRIMARY KEY, s TEXT)'),
        fn() => $db->errorCode(),
        fn() => $db->errorInfo(),
        fn() => $db->inTransaction(),
        fn() => $db->beginTransaction(),
        fn() => $db->beginTransaction(),
        fn() => $db->inTransaction(),
        fn() => $db->exec("INSERT INTO t VALUES (5, 'five')"),
        fn() => $db->lastInsertId(),
        fn() => $db->rollBack(),
        fn() => $db->rollBack(),
        fn() => $db->commit(),
        fn() => $db->exec("INSERT INTO t VALUES (6, 'six')"),
        fn() => $db->query('SELECT * FROM t')->fetchAll(PDO::FETCH_ASSOC),
        fn() => $db->query('SELECT * FROM t', PDO::FETCH_NUM)->fetchAll(),
        fn() => $db->query(query: 'SELECT n FROM t', fetchMode: PDO::FETCH_COLUMN, fetchModeArgs: 0),
        fn() => call_user_func([$db, 'query'], 'SELECT 2')->fetchColumn(),
        fn() => ($db->query(...))('SELECT 3')->fetchColumn(),
        fn() => (new ReflectionMethod(PDO::class, 'quote'))->invoke($db, "a'b"),
        fn() => array_map($db->quote(...), ["'"]),
        fn() => $db->prepare('SELECT n FROM t WHERE n = ?', [PDO::ATTR_CURSOR => PDO::CURSOR_FWDONLY])->queryString,
        fn() => $db->prepare('SELECT 1', [PDO::ATTR_STATEMENT_CLASS => [Row_statement::class, ['mark']]])->mark,
        fn() => iterator_to_array($db->query('SELECT n, s FROM t')),
        fn() => $db->getAttribute(PDO::ATTR_DRIVER_NAME),
        fn() => $db->getAttribute(PDO::ATTR_ERRMODE),
        fn() => $db->setAttribute(PDO::ATTR_CASE, PDO::CASE_UPPER),
        fn() => $db->query('SELECT n AS name FROM t')->fetch(PDO::FETCH_ASSOC),
        fn() => $db->getAttribute(PDO::ATTR_CASE),
        fn() => $db->setAttribute(PDO::ATTR_EMULATE_PREPARES, true),
        fn() => $db->getAttribute(99999),
        fn() => $db->sqliteCreateFunction('twice', fn($n) => 2 * $n),
        fn() => $db->query('SELECT twice(21)')->fetchColumn(),
        fn() => $db->query('nonsense'),
        fn() => $db->errorCode(),
        fn() => $db->errorInfo(),
        fn() => $db->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_SILENT),
        fn() => $db->query('nonsense'),
        fn() => $db->exec('nonsense'),
        fn() => $db->errorInfo(),
        fn() => $db->query(),
        fn() => $db->query([]),
        fn() => $db->noSuchMethod(),
        fn() => method_exists($db, 'query') && !method_exists($db, 'noSuchMethod') && is_callable([$db, 'exec']),
        fn() => serialize($db),
        fn() => clone $db,
        fn() => PDO::getAvailableDrivers() === $db->getAvailableDrivers(),
        fn() => $db->queries,
    ];
    error_reporting(0);
    $answers = array_map(fn($answer) => $answer instanceof Closure ? $try($answer) : $answer, $answers);
    error_reporting(E_ALL);
    return array_map(fn($answer) => is_object($answer) ? get_class($answer) : $answer, $answers);
}
foreach ([PDO::class, Own::class] as $class) {
    $expected = answers(new $class('sqlite::memory:'));
    $found = answers($object = new $class('sqlite::memory:', options: ['async.pool' => true]));
    $in_coroutine = await(spawn(fn() => answers(new $class('sqlite::memory:', options: ['async.pool' => 2]))));
    foreach ($expected as $i => $answer) {
        foreach ([$found, $in_coroutine] as $answers) {
            if ($answer !== $answers[$i]) {
                echo "DIFFERENT: $class, $i: ", json_encode($answer), ' ', json_encode($answers[$i]), "\n";
            }
        }
    }
    echo "$class: ", count($expected), ' answers, ', PooledPDO::poolOf($object)->lent(), " connection of the main script\n";
}
var_dump(PooledPDO::poolOf(new PDO('sqlite::memory:')), PooledPDO::poolOf(new PDO('sqlite::memory:', options: ['async.pool' => false])));
// schedules: none, it tests the order of turns
?>
--EXPECT--
PDO, 1 connection, 0 lent
3 connections, 3 lent, 1 waiting
[[],["t1"],1,"1",7]
[[],["t2"],2,"1",7]
[[],["t3"],3,"1",7]
[["t1"],["t1","t4"],5,"1",7]
3 connections were made
-- the same as without a pool
PDO: 52 answers, 1 connection of the main script
Own: 52 answers, 1 connection of the main script
NULL
NULL
