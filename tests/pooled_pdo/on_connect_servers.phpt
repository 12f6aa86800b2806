--TEST--
PooledPDO on MySQL and PostgreSQL: onConnect runs again after the session was reset for the next coroutine
--EXTENSIONS--
pdo
mysqlnd
pdo_mysql
pdo_pgsql
--SKIPIF--
<?php
require __DIR__ . '/../inc/servers.inc';
skip_without_server('mysql', 'pgsql');
?>
--FILE--
<?php
require __DIR__ . '/../inc/servers.inc';
use Async\PooledPDO;
use function Async\{spawn, await, delay};

$mysql = server('mysql');
$pgsql = server('pgsql');
$kinds = [
    'mysql' => ["mysql:host=$mysql[host];port=$mysql[port]", $mysql['user'], $mysql['password'], 'SELECT CONNECTION_ID()',
        "SET SESSION lock_wait_timeout = 77", 'SELECT @@SESSION.lock_wait_timeout', 'SET SESSION lock_wait_timeout = 78'],
    'pgsql' => ["pgsql:host=$pgsql[host];port=$pgsql[port];dbname=$pgsql[database]", $pgsql['user'], $pgsql['password'],
        'SELECT pg_backend_pid()', "SET lock_timeout = '77s'", 'SHOW lock_timeout', "SET lock_timeout = '78s'"],
];
foreach ($kinds as $kind => [$dsn, $user, $password, $id, $set, $show, $spoil]) {
    $calls = 0;
    $fails = false;
    $db = new PooledPDO($dsn, $user, $password, max: 1, onConnect: function (PDO $connection) use (&$calls, &$fails, $set) {
        $calls++;
        if ($fails) {
            throw new PDOException('no more');
        }
        $connection->exec($set);
    });
    $ask = function () use ($db, $id, $show, $spoil) {
        $answer = [$db->query($id)->fetchColumn(), $db->query($show)->fetchColumn()];
        $db->exec($spoil);
        return $answer;
    };
    [$first, $setting] = await(spawn($ask));
    [$second, $again] = await(spawn($ask));
    echo $kind, ': ', $first === $second ? 'the same connection' : 'another connection', ", $setting, then $again\n";
    while ($db->getPool()->idle() === 0) {
        delay(1);
    }
    var_dump($calls); // one for the connection, one for each reset
    $fails = true;
    await(spawn($ask));
    while (count($db->getPool()) > 0) {
        delay(1);
    }
    echo "closed\n";
}
?>
--EXPECT--
mysql: the same connection, 77, then 77
int(3)
closed
pgsql: the same connection, 77s, then 77s
int(3)
closed
