--TEST--
One Eloquent connection for 1,000 coroutines on 10 connections: transactions, functions after a commit, sessions and cancellations of each are its own
--EXTENSIONS--
pdo
mysqlnd
pdo_mysql
pdo_pgsql
mbstring
--SKIPIF--
<?php
require __DIR__ . '/vendor.inc';
need_vendor('illuminate/database', 'eloquent');
require __DIR__ . '/../inc/servers.inc';
skip_without_server('mysql', 'pgsql');
?>
--FILE--
<?php
error_reporting(E_ALL & ~E_DEPRECATED & ~E_USER_DEPRECATED);
require __DIR__ . '/vendor.inc';
require vendor_autoloader();
require __DIR__ . '/../inc/servers.inc';
load_adapter('eloquent', 'Async\Eloquent');
use Illuminate\Database\Capsule\Manager;
use Illuminate\Database\Eloquent\Model;
use function Async\{spawn, suspend, await, awaitAll, delay};

const MAX = 10;
const COROUTINES = 1000;

final class Row extends Model
{
    protected $table = 't';
    public $timestamps = false;
    protected $guarded = [];
}

$manager = new Manager();
Async\Eloquent\Pooling::register($manager->getContainer());
$mysql = server('mysql');
$pgsql = server('pgsql');
$database = mysql_database($mysql);
$schema = pgsql_schema($pgsql);
$kinds = [
    'mysql' => [['database' => $database, 'timezone' => '+03:00'] + $mysql,
        'SELECT CONNECTION_ID()', 'SET SESSION lock_wait_timeout = 77', 'SELECT @@SESSION.lock_wait_timeout', 'SET SESSION lock_wait_timeout = 78',
        'SELECT @@SESSION.time_zone', 'SELECT SLEEP(1000)'],
    'pgsql' => [['search_path' => $schema, 'timezone' => 'Asia/Tokyo', 'charset' => 'utf8'] + $pgsql,
        'SELECT pg_backend_pid()', "SET lock_timeout = '77s'", 'SHOW lock_timeout', "SET lock_timeout = '78s'", 'SHOW timezone', 'SELECT pg_sleep(1)'],
];
foreach ($kinds as $driver => [$config, $id, $set, $show, $spoil, $zone, $long]) {
    echo "-- $driver\n";
    $made = [];
    $config = ['driver' => $driver, 'username' => $config['user'], 'prefix' => ''] + $config;
    $manager->addConnection($config + ['options' => ['async.pool' => [
        'max' => MAX,
        'onConnect' => function (PDO $connection) use ($set, $id, &$made) {
            $connection->exec($set);
            $made[$connection->query($id)->fetchColumn()] = true;
        },
    ]]], $driver);
    $manager->addConnection($config + ['options' => ['async.pool' => false]], "$driver alone");
    $alone = $manager->getConnection("$driver alone");
    $alone->statement('CREATE TABLE t (id ' . ($driver === 'mysql' ? 'INTEGER PRIMARY KEY AUTO_INCREMENT' : 'SERIAL PRIMARY KEY')
        . ', n INTEGER, part INTEGER, connection BIGINT)');
    $manager->getDatabaseManager()->setDefaultConnection($driver);
    Model::setConnectionResolver($manager->getDatabaseManager());

    // Five coroutines connect at once.
    [$first, $errors] = awaitAll(array_map(fn() => spawn(function () use ($manager, $id) {
        $id = $manager->getConnection()->scalar($id);
        return [spl_object_id($manager->getConnection()->getPdo()), $id];
    }), range(1, 5)));
    echo 'lazily: ', count(array_unique(array_column($first, 0))), ' PDO object, ', count($errors), " errors\n";

    $db = $manager->getConnection();
    $after = [];
    $work = function (int $n) use ($db, $id, $show, $spoil, $zone, &$after) {
        $before = $db->scalar($id);
        $settings = [$db->scalar($show), $db->scalar($zone), $db->transactionLevel()];
        $db->statement($spoil);
        $db->beginTransaction();
        Row::create(['n' => $n, 'part' => 1, 'connection' => $db->scalar($id)]);
        $db->afterCommit(function () use ($n, &$after) {
            $after[] = $n;
        });
        suspend();
        try {
            $db->transaction(function () use ($db, $n, &$settings) {
                Row::create(['n' => $n, 'part' => 666, 'connection' => 0]);
                suspend();
                $settings[] = $db->transactionLevel();
                throw new DomainException;
            });
        } catch (DomainException) {
        }
        $row = Row::create(['n' => $n, 'part' => 2, 'connection' => $db->scalar($id)]);
        $settings[] = Row::find($row->id)->n === $n;
        // One of ten coroutines forgets to commit, one fails.
        match ($n % 10) {
            1 => null,
            2 => throw new LogicException('failed'),
            3 => $db->rollBack(),
            default => $db->commit(),
        };
        $settings[] = $db->transactionLevel() === ($n % 10 === 1 ? 1 : 0);
        return [$before === $db->scalar($id), $settings];
    };
    // The warning of a rollback at the end of a coroutine is expected.
    set_error_handler(fn($type, $message) => str_contains($message, 'ended inside a transaction'));
    $pool = $db->getPool();
    $db->release();
    $all = array_map(fn($n) => spawn($work, $n), range(0, COROUTINES - 1));
    $most = 0;
    $watch = spawn(function () use ($pool, &$most) {
        while (true) {
            $most = max($most, count($pool));
            delay(5);
        }
    });
    [$results, $errors] = awaitAll($all);
    $watch->cancel();
    while ($pool->lent() || count($pool) > $pool->idle()) {
        delay(1);
    }
    restore_error_handler();
    echo json_encode(array_values(array_unique($results, SORT_REGULAR)), JSON_UNESCAPED_SLASHES), ' ', count($errors), ' ',
        implode(array_unique(array_map(get_class(...), $errors))), "\n";
    var_dump($most <= MAX, count($made) >= MAX, $db->transactionLevel());
    echo count($after), ' after a commit, ', count(array_filter($after, fn($n) => in_array($n % 10, [1, 2, 3]))), " of them wrong\n";
    // All rows of a transaction by one connection, none of a transaction or savepoint that was not committed.
    echo json_encode(array_map(intval(...), array_values((array) $alone->selectOne('SELECT count(*) AS a, count(DISTINCT n) AS b, '
        . 'sum(CASE WHEN n % 10 IN (1, 2, 3) OR part = 666 THEN 1 ELSE 0 END) AS c FROM t')))), ' ',
        $alone->scalar('SELECT count(*) FROM (SELECT n FROM t GROUP BY n HAVING count(DISTINCT connection) > 1) AS wrong'), "\n";

    // Cancelled in the middle of a transaction. PostgreSQL goes on with the query, so it must not be long.
    $running = array_map(fn() => spawn(fn() => $db->transaction(function () use ($db, $long) {
        Row::create(['n' => 9999, 'part' => 1, 'connection' => 0]);
        $db->scalar($long);
    })), range(1, MAX));
    while ($pool->lent() < MAX) {
        delay(1);
    }
    delay(20);
    $cancelled = 0;
    foreach ($running as $coroutine) {
        $coroutine->cancel();
    }
    foreach ($running as $coroutine) {
        try {
            await($coroutine);
        } catch (Async\AsyncCancellation) {
            $cancelled++;
        }
    }
    [$results] = awaitAll(array_map(fn() => spawn(fn() => $db->transaction(fn() => Row::where('n', 9999)->count() + 7)), range(1, 2 * MAX)));
    echo $cancelled, ' cancelled, then ', array_sum($results), "\n";

    // The others stay in their transactions while one coroutine connects again.
    $other = spawn(function () use ($db, $id) {
        $db->beginTransaction();
        $before = $db->scalar($id);
        delay(20);
        $same = $before === $db->scalar($id) && $db->transactionLevel() === 1;
        $db->rollBack();
        return $same;
    });
    suspend();
    $manager->getDatabaseManager()->reconnect();
    $db->scalar($id);
    $manager->getDatabaseManager()->disconnect();
    echo json_encode([await($other), $db->scalar($id) > 0]), "\n";
    $db->release();
    // No lock of an open transaction is left: this would wait for one.
    $alone->statement('DROP TABLE t');
    $pool->close();
}
?>
--EXPECT--
-- mysql
lazily: 1 PDO object, 0 errors
[[true,[77,"+03:00",0,2,true,true]]] 100 LogicException
bool(true)
bool(true)
int(0)
700 after a commit, 0 of them wrong
[1400,700,0] 0
10 cancelled, then 140
[true,true]
-- pgsql
lazily: 1 PDO object, 0 errors
[[true,["77s","Asia/Tokyo",0,2,true,true]]] 100 LogicException
bool(true)
bool(true)
int(0)
700 after a commit, 0 of them wrong
[1400,700,0] 0
10 cancelled, then 140
[true,true]
