--TEST--
PDO::connect() with the option async.pool: an object of the driver's class, with a connection for each coroutine
--EXTENSIONS--
pdo
pdo_sqlite
--SKIPIF--
<?php
if (PHP_VERSION_ID < 80400) die('skip PDO::connect() is new in PHP 8.4');
?>
--FILE--
<?php
use Async\PooledPDO;
use function Async\{spawn, suspend, awaitAll};

class Own extends Pdo\Sqlite
{
    public int $calls = 0;
    public function countedCalls(): int { return ++$this->calls; }
}

foreach ([PDO::class, Pdo\Sqlite::class, Own::class] as $class) {
    $made = 0;
    $pool = ['max' => 2, 'onConnect' => function (PDO $connection) use (&$made) { $made++; }];
    $db = $class::connect('sqlite::memory:', options: [
        'async.pool' => $pool, PDO::ATTR_DEFAULT_FETCH_MODE => PDO::FETCH_COLUMN,
    ]);
    echo get_class($db), ', pool: ', PooledPDO::poolOf($db) ? 'yes' : 'no', "\n";
    // A method of the driver's class, too.
    $work = function (int $n) use ($db) {
        $db->createFunction('own', fn($x) => "$n: $x");
        suspend();
        $db->exec("CREATE TABLE t (n INTEGER); INSERT INTO t VALUES ($n)");
        suspend();
        return json_encode($db->query('SELECT own(n) FROM t')->fetchAll());
    };
    [$results, $errors] = awaitAll(array_map(fn($n) => spawn($work, $n), [1, 2]));
    echo implode(' ', $results), ' ', implode(' ', array_map(fn($e) => $e->getMessage(), $errors)), "\n";
    echo "connections: $made\n";
    if ($db instanceof Own) {
        echo $db->countedCalls(), $db->countedCalls(), "\n";
    }
}
echo get_class(PDO::connect('sqlite::memory:')), "\n";
try {
    PDO::connect('sqlite::memory:', options: ['async.pool' => ['max' => 0]]);
} catch (ValueError | Async\AsyncException $e) {
    echo get_class($e), ': ', $e->getMessage(), "\n";
}
?>
--EXPECT--
Pdo\Sqlite, pool: yes
["1: 1"] ["2: 2"] 
connections: 2
Pdo\Sqlite, pool: yes
["1: 1"] ["2: 2"] 
connections: 2
Own, pool: yes
["1: 1"] ["2: 2"] 
connections: 2
12
Pdo\Sqlite
ValueError: PDO::connect(): Argument #4 ($options) must have a number greater than 0 in "async.pool" for "max"
