--TEST--
PDO with the option async.pool: its settings, wrong ones, failing connections, constructed twice, closed
--EXTENSIONS--
pdo
pdo_sqlite
--FILE--
<?php
use Async\PooledPDO;
use function Async\{spawn, await};

$make = fn($setting, $dsn = 'sqlite::memory:') => new PDO($dsn, null, null, ['async.pool' => $setting]);
$max = function (PDO $db) {
    ob_start();
    var_dump(PooledPDO::poolOf($db));
    preg_match('/\["max"\]=>\s+int\((\d+)/', ob_get_clean(), $found);
    return $found[1];
};
foreach ([true, 4, '5', [], ['max' => '6', 'min' => 2, 'idleTimeout' => 1000, 'maxLifetime' => 0, 'maxUses' => 5, 'checkInterval' => 10,
    'reset' => null, 'onConnect' => null, 'name' => null]] as $setting) {
    $db = $make($setting);
    echo $max($db), ' at most, ', count(PooledPDO::poolOf($db)), " at once\n";
}
$closed = $make(1);
PooledPDO::poolOf($closed)->close();
$pooled = new PooledPDO('sqlite::memory:');
foreach ([
    fn() => $make(-1),
    fn() => $make('many'),
    fn() => $make(['max' => 0]),
    fn() => $make(['max' => 1.5]),
    fn() => $make(['min' => -1]),
    fn() => $make(['min' => 3, 'max' => 2]),
    fn() => $make(['maximum' => 3]),
    fn() => $make([3]),
    fn() => $make(['onConnect' => 'no such function']),
    fn() => $make(['reset' => 1]),
    fn() => $make(['name' => 1]),
    fn() => new PDO('sqlite::memory:', null, null, ['async.pool' => true, PDO::ATTR_PERSISTENT => true]),
    fn() => new PDO('sqlite::memory:', [], null, ['async.pool' => true]),
    fn() => $make(true, 'sqlite:/no/such/folder/db'),
    fn() => $make(true, 'no such driver'),
    fn() => $make(true, 'nosuchdriver:db'),
    fn() => $make(['onConnect' => fn() => throw new LogicException('not that one')]),
    fn() => $db->__construct('sqlite::memory:'),
    fn() => $db->__construct('sqlite::memory:', null, null, ['async.pool' => true]),
    fn() => $closed->exec('SELECT 1'),
    fn() => new PooledPDO('sqlite::memory:', options: ['async.pool' => true]),
    fn() => PooledPDO::poolOf(new ArrayObject),
] as $i => $misuse) {
    try {
        $misuse();
        echo "$i NOT REFUSED\n";
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
echo $db->query('SELECT 1')->fetchColumn(), "\n";
var_dump(PooledPDO::poolOf($pooled) === $pooled->getPool());
$pooled->query('SELECT 1');
PooledPDO::releaseOf($pooled);
PooledPDO::releaseOf($pooled);
PooledPDO::releaseOf(new PDO('sqlite::memory:'));
var_dump($pooled->getPool()->lent());

// An object that was not constructed.
class Unconnected extends PDO
{
    public function __construct()
    {
    }
}
try {
    (new Unconnected)->query('SELECT 1');
} catch (Error $e) {
    echo get_class($e), "\n";
}
// A second construction while the first waits.
$slow = ['async.pool' => ['onConnect' => fn() => Async\delay(5)]];
$object = (new ReflectionClass(PDO::class))->newInstanceWithoutConstructor();
[$results, $errors] = Async\awaitAll([
    spawn(fn() => $object->__construct('sqlite::memory:', null, null, $slow)),
    spawn(fn() => $object->__construct('sqlite::memory:', null, null, $slow)),
]);
echo count($errors), ' refused: ', reset($errors)->getMessage(), "\n", $object->query('SELECT 2')->fetchColumn(), "\n";
?>
--EXPECT--
10 at most, 1 at once
4 at most, 1 at once
5 at most, 1 at once
10 at most, 1 at once
6 at most, 2 at once
ValueError: PDO::__construct(): Argument #4 ($options) must have a number greater than 0 in "async.pool" for "max"
ValueError: PDO::__construct(): Argument #4 ($options) must have a whole number in "async.pool" for "max"
ValueError: PDO::__construct(): Argument #4 ($options) must have a number greater than 0 in "async.pool" for "max"
ValueError: PDO::__construct(): Argument #4 ($options) must have a whole number in "async.pool" for "max"
ValueError: PDO::__construct(): Argument #4 ($options) must have a number that is not negative in "async.pool" for "min"
ValueError: PDO::__construct(): Argument #4 ($options) must have a number that is not greater than "max" in "async.pool" for "min"
ValueError: PDO::__construct(): Argument #4 ($options) must have keys in "async.pool" that are settings of a pool, "maximum" given
ValueError: PDO::__construct(): Argument #4 ($options) must have keys in "async.pool" that are settings of a pool, "a number" given
ValueError: PDO::__construct(): Argument #4 ($options) must have a callable or null in "async.pool" for "onConnect"
ValueError: PDO::__construct(): Argument #4 ($options) must have a callable or null in "async.pool" for "reset"
ValueError: PDO::__construct(): Argument #4 ($options) must have a string or null in "async.pool" for "name"
ValueError: PDO::__construct(): Argument #4 ($options) must not ask for persistent connections: several objects would share one
TypeError: PDO::__construct(): Argument #2 ($username) must be of type ?string, array given
PDOException: SQLSTATE[HY000] [14] unable to open database file
PDOException: PDO::__construct(): Argument #1 ($dsn) must be a valid data source name
PDOException: could not find driver
LogicException: not that one
Async\AsyncException: A PDO object with a pool is constructed once
Async\AsyncException: A PDO object with a pool is constructed once
Async\AsyncException: The pool is closed
ValueError: Async\PooledPDO::__construct(): Argument #4 ($options) must not ask for a pool: Async\PooledPDO has one
TypeError: Async\PooledPDO::poolOf(): Argument #1 ($connection) must be of type PDO, ArrayObject given
1
bool(true)
int(0)
Error
1 refused: A PDO object with a pool is constructed once
2
