--TEST--
Owners: MySQL statements dropped by others between unread answers neither consume these nor stay on the server (D28)
--EXTENSIONS--
pdo
mysqlnd
pdo_mysql
mysqli
--SKIPIF--
<?php
require __DIR__ . '/../inc/servers.inc';
skip_without_server('mysql');
?>
--FILE--
<?php
require __DIR__ . '/../mysql/mysql.inc';

use function Async\{spawn, await, suspend};

/** One coroutine reads step by step, the other one drops a statement after the first step. */
function drops(Closure $make, Closure $read): void
{
    $statement = spawn($make);
    $held = [await($statement)];
    unset($statement);
    $reader = spawn(function () use ($read) {
        $read(function () {
            suspend();
            suspend();
        });
    });
    $dropper = spawn(function () use (&$held) {
        suspend();
        $held = [];
    });
    await($reader);
    await($dropper);
}

$closed = "SELECT VARIABLE_VALUE FROM information_schema.SESSION_STATUS WHERE VARIABLE_NAME = 'Com_stmt_close'";
foreach (['emulated' => true, 'native' => false] as $name => $emulates) {
    echo "-- PDO, $name\n";
    $pdo = pdo([PDO::ATTR_STRINGIFY_FETCHES => true]);
    drops(function () use ($pdo, $emulates) {
        $pdo->setAttribute(PDO::ATTR_EMULATE_PREPARES, $emulates);
        $statement = $pdo->prepare('SELECT ?');
        $statement->execute([1]);
        $statement->fetchAll();
        $pdo->setAttribute(PDO::ATTR_EMULATE_PREPARES, true);
        return $statement;
    }, function (Closure $pause) use ($pdo) {
        $statement = $pdo->query('SELECT 1; DO 2; SELECT 3');
        do {
            $rows = $statement->columnCount() ? $statement->fetchAll(PDO::FETCH_COLUMN) : null;
            echo json_encode($rows), "\n";
            $pause();
        } while ($statement->nextRowset());
    });
    echo 'closed: ', $pdo->query($closed)->fetchColumn(), "\n";
}

echo "-- PDO, unbuffered\n";
$pdo = pdo([PDO::ATTR_EMULATE_PREPARES => false, PDO::MYSQL_ATTR_USE_BUFFERED_QUERY => false, PDO::ATTR_STRINGIFY_FETCHES => true]);
drops(function () use ($pdo) {
    $statement = $pdo->prepare('SELECT ?');
    $statement->execute([1]);
    $statement->fetchAll();
    return $statement;
}, function (Closure $pause) use ($pdo) {
    foreach ($pdo->query('SELECT 1 UNION SELECT 2 UNION SELECT 3', PDO::FETCH_COLUMN, 0) as $n) {
        echo "$n\n";
        $pause();
    }
});
$pdo->setAttribute(PDO::ATTR_EMULATE_PREPARES, true);
echo 'closed: ', $pdo->query($closed)->fetchColumn(), "\n";

echo "-- mysqli\n";
$db = my_connection();
drops(function () use ($db) {
    $statement = $db->prepare('SELECT ?');
    $statement->execute([1]);
    $statement->get_result()->fetch_all();
    return $statement;
}, function (Closure $pause) use ($db) {
    $result = $db->query('SELECT 1 UNION SELECT 2 UNION SELECT 3', MYSQLI_USE_RESULT);
    while ($row = $result->fetch_row()) {
        echo "$row[0] $db->errno\n";
        $pause();
    }
});
echo 'closed: ', $db->query($closed)->fetch_column(), "\n";
?>
--EXPECT--
-- PDO, emulated
["1"]
null
["3"]
closed: 0
-- PDO, native
["1"]
null
["3"]
closed: 1
-- PDO, unbuffered
1
2
3
closed: 2
-- mysqli
1 0
2 0
3 0
closed: 1
