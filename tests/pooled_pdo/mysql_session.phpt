--TEST--
PooledPDO on MySQL: the next coroutine gets the same connection with the session of a fresh one
--EXTENSIONS--
pdo
mysqlnd
pdo_mysql
--SKIPIF--
<?php
require __DIR__ . '/../inc/servers.inc';
skip_without_server('mysql');
?>
--FILE--
<?php
require __DIR__ . '/../inc/servers.inc';
use Async\PooledPDO;
use function Async\{spawn, await, delay};

$mysql = server('mysql');
$database = mysql_database($mysql);
$dsn = "mysql:host=$mysql[host];port=$mysql[port];dbname=$database;charset=utf8mb4";

function in_coroutine(PooledPDO $db, callable $f): mixed
{
    $result = await(spawn($f, $db));
    while ($db->getPool()->idle() === 0) {
        delay(1);
    }
    return $result;
}

/** All state of a session. */
function session(PDO $db): array
{
    $row = $db->query('SELECT CONNECTION_ID() AS id, @mine AS mine, @@session.sort_buffer_size AS size,'
        . ' @@autocommit AS commits, @@character_set_client AS charset, @@session.wait_timeout AS wait,'
        . ' DATABASE() AS name')->fetch(PDO::FETCH_ASSOC);
    try {
        $db->query('SELECT * FROM temporary');
        $row['temporary'] = true;
    } catch (PDOException) {
        $row['temporary'] = false;
    }
    return $row;
}

foreach ([1, 0] as $autocommit) {
    echo "-- autocommit $autocommit\n";
    $db = new PooledPDO($dsn, $mysql['user'], $mysql['password'], max: 1, options: [
        PDO::ATTR_AUTOCOMMIT => $autocommit,
        PDO::MYSQL_ATTR_INIT_COMMAND => 'SET SESSION wait_timeout = 1234',
    ]);
    $fresh = in_coroutine($db, session(...));
    in_coroutine($db, function (PDO $db) {
        $db->exec("SET @mine = 'mine', SESSION sort_buffer_size = 65536, SESSION wait_timeout = 99");
        $db->exec('SET NAMES latin1');
        $db->exec('CREATE TEMPORARY TABLE temporary (n INTEGER)');
        $db->query("SELECT GET_LOCK('pooled', 0)")->fetchAll();
        $db->exec('USE information_schema');
        $db->setAttribute(PDO::ATTR_AUTOCOMMIT, 1 - $db->getAttribute(PDO::ATTR_AUTOCOMMIT));
    });
    $again = in_coroutine($db, session(...));
    var_dump($again === $fresh, $again['charset'], (int) $again['commits'], (int) $again['wait']);
    $other = new PDO($dsn, $mysql['user'], $mysql['password']);
    var_dump((int) $other->query("SELECT IS_FREE_LOCK('pooled')")->fetchColumn());
}

// A refused login: the connection is closed, and the next coroutine gets the error.
$admin = new PDO($dsn, $mysql['user'], $mysql['password']);
$admin->exec("CREATE USER IF NOT EXISTS 'soon_gone'@'%' IDENTIFIED BY 'secret'");
$admin->exec("GRANT ALL ON `$database`.* TO 'soon_gone'@'%'");
$db = new PooledPDO($dsn, 'soon_gone', 'secret', max: 1);
echo await(spawn(function () use ($db, $admin) {
    $answer = $db->query('SELECT 5')->fetchColumn();
    $admin->exec("DROP USER 'soon_gone'@'%'");
    return $answer;
})), "\n";
while (count($db->getPool()) > 0) {
    delay(1);
}
try {
    await(spawn(fn() => $db->query('SELECT 6')));
} catch (PDOException $e) {
    echo $e->getCode(), "\n";
}
?>
--EXPECT--
-- autocommit 1
bool(true)
string(7) "utf8mb4"
int(1)
int(1234)
int(1)
-- autocommit 0
bool(true)
string(7) "utf8mb4"
int(0)
int(1234)
int(1)
5
1045
