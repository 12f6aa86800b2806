--TEST--
A coroutine cancelled in a MySQL call ends at once; its connection is usable, or closed with the driver's error (P4, P5, P13)
--EXTENSIONS--
mysqlnd
pdo
mysqli
pdo_mysql
--SKIPIF--
<?php
require __DIR__ . '/../inc/servers.inc';
skip_without_server('mysql');
?>
--FILE--
<?php
require __DIR__ . '/mysql.inc';
$s = my();
$watcher = pdo();
// Proxies that delay every answer, or the answers to queries that contain "unanswered", for a long time.
[$slowHost, $slowPort] = explode(':', slow_proxy("tcp://$s[host]:$s[port]", 100000));
[, $heldPort] = explode(':', slow_proxy("tcp://$s[host]:$s[port]", 100000, 'unanswered'));

/** Wait until this many connections of the test wait in the server. */
function until_waiting(int $count): void
{
    global $watcher, $s;
    do {
        Async\delay(5);
        $n = $watcher->query("SELECT COUNT(*) FROM information_schema.processlist WHERE db = '$s[database]'
            AND state = 'User sleep'")->fetchColumn();
    } while ((int) $n < $count);
}
/** Is a connection usable, closed with an error of the driver, or broken? */
function judge(callable $use): string
{
    $coroutine = Async\spawn($use);
    try {
        return Async\await($coroutine, Async\timeout(20000)) == 1 ? 'usable' : 'BROKEN: answers wrong';
    } catch (PDOException | mysqli_sql_exception $e) {
        return 'closed: ' . preg_replace('/^SQLSTATE\[\w+\]: General error: \d+ /', '', $e->getMessage());
    } catch (Throwable $e) {
        return 'BROKEN: ' . get_class($e) . ' ' . $e->getMessage();
    }
}
function pdo_good(PDO $db): string
{
    return judge(fn() => $db->query('SELECT 1')->fetchColumn());
}
function mysqli_good(mysqli $db): string
{
    return judge(function () use ($db) {
        try {
            return $db->query('SELECT 1')->fetch_row()[0];
        } catch (mysqli_sql_exception $e) {
            // The answer of an unread result is still to come.
            if (!str_contains($e->getMessage(), 'out of sync')) {
                throw $e;
            }
            try {
                $db->reap_async_query();
            } catch (mysqli_sql_exception) {
                // Ended by KILL QUERY.
            }
            return $db->query('SELECT 1')->fetch_row()[0];
        }
    });
}
/** Rows, then a long wait. */
$rows = "SELECT seq, REPEAT('x', 1000), IF(seq < 50, 0, SLEEP(100)) FROM seq_1_to_100";
$native = function (PDO $db): PDO {
    $db->setAttribute(PDO::ATTR_EMULATE_PREPARES, false);
    return $db;
};
// Each waits in the server; the closure that it returns judges the connection afterwards.
$waiting = [
    'PDO, query' => fn(PDO $db) => $db->query('SELECT SLEEP(100)'),
    'PDO, exec' => fn(PDO $db) => $db->exec('DO SLEEP(100)'),
    'PDO, execute' => fn(PDO $db) => $native($db)->prepare('SELECT SLEEP(100)')->execute(),
    'PDO, execute emulated' => fn(PDO $db) => $db->prepare('SELECT SLEEP(?)')->execute([100]),
    'PDO, fetch' => function (PDO $db) use ($rows) {
        $db->setAttribute(PDO::MYSQL_ATTR_USE_BUFFERED_QUERY, false);
        return $db->query($rows)->fetchAll();
    },
    'PDO, fetch prepared' => function (PDO $db) use ($rows, $native) {
        $db->setAttribute(PDO::MYSQL_ATTR_USE_BUFFERED_QUERY, false);
        $statement = $native($db)->prepare($rows);
        $statement->execute();
        return $statement->fetchAll();
    },
    'PDO, next result' => fn(PDO $db) => $db->query('SELECT 1; SELECT SLEEP(100)')->nextRowset(),
    'PDO, in a transaction' => fn(PDO $db) => $db->beginTransaction() && $db->exec('DO SLEEP(100)'),
    'mysqli, query' => fn(mysqli $db) => $db->query('SELECT SLEEP(100)'),
    'mysqli, execute' => fn(mysqli $db) => $db->prepare('SELECT SLEEP(100)')->execute(),
    'mysqli, fetch' => fn(mysqli $db) => $db->query($rows, MYSQLI_USE_RESULT)->fetch_all(),
    'mysqli, multi_query' => fn(mysqli $db) => $db->multi_query('SELECT SLEEP(100); SELECT 1'),
    'mysqli, next_result' => function (mysqli $db) {
        $db->multi_query('SELECT 1; SELECT SLEEP(100)');
        $db->store_result();
        return $db->next_result();
    },
    'mysqli, poll' => function (mysqli $db) {
        $db->query('SELECT SLEEP(100)', MYSQLI_ASYNC);
        $read = $error = $reject = [$db];
        return @mysqli_poll($read, $error, $reject, 100);
    },
    'mysqli, reap' => function (mysqli $db) {
        $db->query('SELECT SLEEP(100)', MYSQLI_ASYNC);
        return $db->reap_async_query();
    },
];
$connecting = [
    'PDO, connect' => fn() => pdo(dsn: "mysql:host=$slowHost;port=$slowPort"),
    'PDO, connect TLS' => fn() => pdo([PDO::MYSQL_ATTR_SSL_CA => $s['certificate'] ?? ''], "mysql:host=$slowHost;port=$slowPort"),
    'mysqli, connect' => fn() => @new mysqli($slowHost, 'async', 'secret', null, $slowPort),
];
$unanswered = [
    'PDO, prepare' => fn(PDO $db) => $native($db)->prepare('SELECT 1 AS unanswered'),
    'mysqli, prepare' => fn(mysqli $db) => $db->prepare('SELECT 1 AS unanswered'),
    'mysqli, change_user' => fn(mysqli $db) => $db->change_user('async', 'secret', 'unanswered'),
];
$descriptors = fn() => count(scandir('/proc/self/fd'));
$cancelled = function (Async\Coroutine $coroutine): string {
    $start = hrtime(true);
    $coroutine->cancel();
    try {
        Async\await($coroutine);
        return 'BROKEN: it went on';
    } catch (Async\AsyncCancellation) {
        $ms = (hrtime(true) - $start) / 1e6;
        return $ms < (getenv('ASYNC_TEST_TOOL') ? 3000 : 500) ? 'cancelled' : "BROKEN: cancelled after $ms ms";
    }
};

Async\delay(1);
$before = $descriptors();
foreach ($waiting as $name => $call) {
    $pdo = str_starts_with($name, 'PDO');
    $db = $pdo ? pdo() : my_connection();
    $id = ($pdo ? $db->query('SELECT CONNECTION_ID()')->fetchColumn() : $db->query('SELECT CONNECTION_ID()')->fetch_row()[0]);
    $coroutine = Async\spawn($call, $db);
    until_waiting(1);
    echo "$name: ", $cancelled($coroutine), ', ';
    // Otherwise the server would go on.
    try {
        $watcher->exec("KILL QUERY $id");
    } catch (PDOException) {
    }
    echo $pdo ? pdo_good($db) : mysqli_good($db), "\n";
    unset($db, $coroutine);
    try {
        $watcher->exec("KILL $id");
    } catch (PDOException) {
    }
    while ($watcher->query("SELECT COUNT(*) FROM information_schema.processlist WHERE id = $id")->fetchColumn()) {
        Async\delay(5);
    }
}
foreach ($unanswered as $name => $call) {
    $pdo = str_starts_with($name, 'PDO');
    $db = $pdo ? pdo(dsn: "mysql:host=127.0.0.1;port=$heldPort") : new mysqli('127.0.0.1', 'async', 'secret', null, $heldPort);
    $coroutine = Async\spawn($call, $db);
    do {
        Async\delay(5);
    } while (!$coroutine->isSuspended());
    echo "$name: ", $cancelled($coroutine), ', ', $pdo ? pdo_good($db) : mysqli_good($db), "\n";
    unset($db, $coroutine);
}
foreach ($connecting as $name => $call) {
    $coroutine = Async\spawn($call);
    do {
        Async\delay(20);
    } while (!$coroutine->isSuspended());
    echo "$name: ", $cancelled($coroutine), "\n";
    unset($coroutine);
}
echo 'new connections: ', pdo_good(pdo()), ', ', mysqli_good(my_connection()), "\n";
gc_collect_cycles();
echo $descriptors() - $before, " descriptors more\n";
?>
--EXPECT--
PDO, query: cancelled, closed: MySQL server has gone away
PDO, exec: cancelled, closed: MySQL server has gone away
PDO, execute: cancelled, closed: MySQL server has gone away
PDO, execute emulated: cancelled, closed: MySQL server has gone away
PDO, fetch: cancelled, closed: MySQL server has gone away
PDO, fetch prepared: cancelled, closed: MySQL server has gone away
PDO, next result: cancelled, closed: MySQL server has gone away
PDO, in a transaction: cancelled, closed: MySQL server has gone away
mysqli, query: cancelled, closed: MySQL server has gone away
mysqli, execute: cancelled, closed: MySQL server has gone away
mysqli, fetch: cancelled, closed: MySQL server has gone away
mysqli, multi_query: cancelled, closed: MySQL server has gone away
mysqli, next_result: cancelled, closed: MySQL server has gone away
mysqli, poll: cancelled, usable
mysqli, reap: cancelled, closed: MySQL server has gone away
PDO, prepare: cancelled, closed: MySQL server has gone away
mysqli, prepare: cancelled, closed: MySQL server has gone away
mysqli, change_user: cancelled, closed: MySQL server has gone away
PDO, connect: cancelled
PDO, connect TLS: cancelled
mysqli, connect: cancelled
new connections: usable, usable
0 descriptors more
