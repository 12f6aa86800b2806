--TEST--
Owners: MySQL: a failing result in a transaction, before or between its rows: the transaction stays with its coroutine (D28)
--EXTENSIONS--
mysqlnd
mysqli
pdo
pdo_mysql
--SKIPIF--
<?php
require __DIR__ . '/../inc/servers.inc';
skip_without_server('mysql');
?>
--FILE--
<?php
use function Async\{await, spawn, suspend};
require __DIR__ . '/../mysql/mysql.inc';

$watch = my_connection();
$watch->query('CREATE TABLE t (n INT) ENGINE=InnoDB');
// The subquery of the third row returns more than one row.
$fails = 'SELECT (SELECT m FROM (SELECT 1 m UNION ALL SELECT 2) y WHERE m <= n) FROM (SELECT 1 n UNION ALL SELECT 1 UNION ALL SELECT 2) x';
$mysqli = my_connection();
$pdo = pdo([PDO::MYSQL_ATTR_USE_BUFFERED_QUERY => false]);
$native = pdo([PDO::MYSQL_ATTR_USE_BUFFERED_QUERY => false, PDO::ATTR_EMULATE_PREPARES => false]);
$clients = [
    'PDO' => [$pdo->exec(...), function () use ($pdo, $fails) {
        $statement = $pdo->query($fails);
        while ($statement->fetchColumn());
    }],
    'PDO, prepared' => [$native->exec(...), function () use ($native, $fails) {
        $statement = $native->prepare($fails);
        $statement->execute();
        while ($statement->fetchColumn());
    }],
    'PDO, the second result' => [$pdo->exec(...), function () use ($pdo, $fails) {
        $statement = $pdo->query("SELECT 1; $fails");
        $statement->nextRowset();
        while ($statement->fetchColumn());
    }],
    'mysqli' => [$mysqli->query(...), function () use ($mysqli, $fails) {
        $result = $mysqli->query($fails, MYSQLI_USE_RESULT);
        while ($result->fetch_row());
    }],
    'mysqli, prepared' => [$mysqli->query(...), function () use ($mysqli, $fails) {
        $statement = $mysqli->prepare($fails);
        $statement->execute();
        $statement->bind_result($value);
        while ($statement->fetch());
    }],
    'mysqli, asynchronous' => [$mysqli->query(...), function () use ($mysqli) {
        $mysqli->query('SELECT (SELECT 1 UNION SELECT 2)', MYSQLI_ASYNC);
        $mysqli->reap_async_query();
    }],
    'PDO, the second statement' => [$pdo->exec(...), function () use ($pdo) {
        $statement = $pdo->query('SELECT 1; SELECT 1 FROM missing');
        $statement->fetchAll();
        $statement->nextRowset();
    }],
    'mysqli, the second statement' => [$mysqli->query(...), function () use ($mysqli) {
        $mysqli->multi_query('SELECT 1; SELECT 1 FROM missing');
        $mysqli->use_result()->free();
        $mysqli->next_result();
    }],
    'mysqli, the asynchronous statement' => [$mysqli->query(...), function () use ($mysqli) {
        $mysqli->query('SELECT 1 FROM missing', MYSQLI_ASYNC);
        $mysqli->reap_async_query();
    }],
    'PDO, then a statement' => [$pdo->exec(...), function () use ($pdo, $fails) {
        $statement = $pdo->query($fails);
        try {
            while ($statement->fetchColumn());
        } catch (Exception) {
        }
        unset($statement);
        $pdo->exec('INSERT INTO missing VALUES (1)');
    }],
    'mysqli, then a statement' => [$mysqli->query(...), function () use ($mysqli, $fails) {
        $result = $mysqli->query($fails, MYSQLI_USE_RESULT);
        try {
            while ($result->fetch_row());
        } catch (Exception) {
        }
        $result->free();
        $mysqli->query('INSERT INTO missing VALUES (1)');
    }],
];
foreach ($clients as $client => [$execute, $fail]) {
    $waits = false;
    $owner = spawn(function () use ($client, $execute, $fail, &$waits) {
        $execute('BEGIN');
        $execute('INSERT INTO t VALUES (1)');
        try {
            $fail();
            echo "BROKEN: no failure\n";
        } catch (Exception $e) {
            echo "$client: ", strstr($e->getMessage(), 'Subquery returns more than 1 row') ?: substr($e->getMessage(), -22), "\n";
        }
        while (!$waits) {
            suspend();
        }
        for ($i = 0; $i < 50; $i++) {
            suspend();
        }
        echo "rolls back\n";
        $execute('ROLLBACK');
    });
    suspend();
    $other = spawn(function () use ($execute, &$waits) {
        $waits = true;
        $execute('INSERT INTO t VALUES (2)');
        echo "the other one\n";
    });
    await($owner);
    await($other);
    echo implode(' ', array_column($watch->query('SELECT n FROM t')->fetch_all(), 0)), "\n";
    $watch->query('DELETE FROM t');
}
?>
--EXPECT--
PDO: Subquery returns more than 1 row
rolls back
the other one
2
PDO, prepared: Subquery returns more than 1 row
rolls back
the other one
2
PDO, the second result: Subquery returns more than 1 row
rolls back
the other one
2
mysqli: Subquery returns more than 1 row
rolls back
the other one
2
mysqli, prepared: Subquery returns more than 1 row
rolls back
the other one
2
mysqli, asynchronous: Subquery returns more than 1 row
rolls back
the other one
2
PDO, the second statement: missing' doesn't exist
rolls back
the other one
2
mysqli, the second statement: missing' doesn't exist
rolls back
the other one
2
mysqli, the asynchronous statement: missing' doesn't exist
rolls back
the other one
2
PDO, then a statement: missing' doesn't exist
rolls back
the other one
2
mysqli, then a statement: missing' doesn't exist
rolls back
the other one
2
