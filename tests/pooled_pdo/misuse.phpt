--TEST--
PooledPDO: wrong arguments, persistent connections, a failing connect, closed, constructed twice or not at all
--EXTENSIONS--
pdo
pdo_sqlite
--FILE--
<?php
use Async\PooledPDO;

$db = new PooledPDO('sqlite::memory:');
$closed = new PooledPDO('sqlite::memory:', min: 1);
var_dump($closed->getPool()->idle());
$closed->getPool()->close();
$nowhere = new PooledPDO('sqlite:/no/such/folder/db');
foreach ([
    fn() => new PooledPDO,
    fn() => new PooledPDO('sqlite::memory:', options: [PDO::ATTR_PERSISTENT => true]),
    fn() => new PooledPDO('sqlite::memory:', max: 0),
    fn() => new PooledPDO('sqlite::memory:', min: 11),
    fn() => new PooledPDO('sqlite:/no/such/folder/db', min: 1),
    fn() => $nowhere->exec('SELECT 1'),
    fn() => $nowhere->exec('SELECT 1'),
    fn() => (new PooledPDO('no such driver'))->exec('SELECT 1'),
    fn() => (new PooledPDO('sqlite::memory:', options: ['no number' => 1]))->exec('SELECT 1') . ' is fine',
    fn() => $closed->exec('SELECT 1'),
    fn() => $db->__construct('sqlite::memory:'),
    fn() => clone $db,
    fn() => serialize($db),
    fn() => $db->property = 1,
    fn() => (new ReflectionMethod(PDO::class, 'query'))->invoke($db, 'SELECT 1'),
] as $misuse) {
    try {
        echo $misuse(), "\n";
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
var_dump(count($nowhere->getPool()));
// The class is final and belongs to the extension.
var_dump((new ReflectionClass($db))->isFinal(), (new ReflectionClass($db))->getExtensionName());
?>
--EXPECTF--
int(1)
ArgumentCountError: Async\PooledPDO::__construct() expects at least 1 argument, 0 given
ValueError: Async\PooledPDO::__construct(): Argument #4 ($options) must not ask for persistent connections: several objects would share one
ValueError: Async\PooledPDO::__construct(): Argument #7 ($max) must be greater than or equal to 1
ValueError: Async\PooledPDO::__construct(): Argument #6 ($min) must not be greater than argument #7 ($max)
PDOException: SQLSTATE[HY000] [14] unable to open database file
PDOException: SQLSTATE[HY000] [14] unable to open database file
PDOException: SQLSTATE[HY000] [14] unable to open database file
PDOException: PDO::__construct(): Argument #1 ($dsn) must be a valid data source name
0 is fine
Async\AsyncException: The pool is closed
Async\AsyncException: Async\PooledPDO is constructed once
Error: Trying to clone an uncloneable object of class Async\PooledPDO
Exception: Serialization of 'Async\PooledPDO' is not allowed
Error: Cannot create dynamic property Async\PooledPDO::$property
Error: %r(PDO object is not initialized, constructor was not called|Async\\PooledPDO object is uninitialized)%r
int(0)
bool(true)
string(5) "async"
