--TEST--
PooledPDO: the server is killed under load: each coroutine gets its own connection's exception; the pool recovers with the server
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

const MAX = 4;
foreach (['mysql' => 'SELECT SLEEP(1000)', 'pgsql' => 'SELECT pg_sleep(1000)'] as $kind => $long) {
    $server = server_private($kind);
    $dsn = "$kind:host=$server[host];port=$server[port];dbname=" . ($kind === 'mysql' ? 'mysql' : $server['database']);
    $db = new PooledPDO($dsn, $server['user'], $server['password'], max: MAX, checkInterval: 50);
    $pool = $db->getPool();
    error_reporting(E_ALL & ~E_WARNING); // mysqlnd has some when a connection is lost
    $work = function (string $query) use ($db) {
        try {
            return $db->query($query)->fetchColumn();
        } catch (PDOException $e) {
            return preg_match('/gone away|Lost connection|server closed|terminating|no connection|refused|SSL SYSCALL|SSL error: unexpected eof|Connection/i',
                $e->getMessage()) ? 'lost' : $e->getMessage();
        }
    };
    $all = array_map(fn() => spawn($work, $long), range(1, 3 * MAX));
    while ($pool->lent() < MAX || $pool->waiting() < 2 * MAX) {
        delay(1);
    }
    delay(20);
    server_signal($server, 9);
    echo "$kind: ", json_encode(array_count_values(array_map(fn($c) => (string) await($c), $all))), "\n";
    $server = server_again($server);
    delay(60);
    $results = array_map(fn() => spawn($work, 'SELECT 1'), range(1, 3 * MAX));
    echo json_encode(array_count_values(array_map(fn($c) => (string) await($c), $results))), "\n";

    // Idle when the server is killed: no coroutine notices.
    delay(60);
    while ($pool->idle() < count($pool)) {
        delay(1);
    }
    server_signal($server, 9);
    $server = server_again($server);
    delay(60);
    $results = array_map(fn() => spawn($work, 'SELECT 1'), range(1, 3 * MAX));
    echo json_encode(array_count_values(array_map(fn($c) => (string) await($c), $results))), "\n";
    var_dump(count($pool) <= MAX);
    error_reporting(E_ALL);
    $pool->close();
    server_signal($server, 9);
}
?>
--EXPECT--
mysql: {"lost":12}
{"1":12}
{"1":12}
bool(true)
pgsql: {"lost":12}
{"1":12}
{"1":12}
bool(true)
