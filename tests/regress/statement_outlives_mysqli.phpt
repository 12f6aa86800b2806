--TEST--
A statement with unread rows, or a result, outlives its mysqli connection: closing or dropping it does not use the connection (D28)
--EXTENSIONS--
mysqlnd
mysqli
--SKIPIF--
<?php require __DIR__ . '/../inc/servers.inc'; skip_without_server('mysql'); ?>
--FILE--
<?php
require __DIR__ . '/../mysql/mysql.inc';

use function Async\{await, spawn};

my();
// The connection is closed before its statement and result.
$statement = function (int $rows): mysqli_stmt {
    $db = my_connection();
    $statement = $db->prepare('SELECT seq FROM seq_1_to_5');
    $statement->execute();
    $statement->bind_result($n);
    for ($i = 0; $i < $rows; $i++) {
        $statement->fetch();
    }
    return $statement;
};
$result = function (): mysqli_result {
    $db = my_connection();
    $result = $db->query('SELECT seq FROM seq_1_to_5', MYSQLI_USE_RESULT);
    $result->fetch_row();
    return $result;
};
$ways = [
    'closed' => fn() => $statement(1)->close(),
    'dropped' => fn() => get_class($statement(1)),
    'closed, read to its end' => fn() => $statement(6)->close(),
    'dropped, nothing read' => fn() => get_class($statement(0)),
    'result freed' => fn() => $result()->free(),
    'result dropped' => fn() => get_class($result()),
    'result of a statement' => function () {
        $db = my_connection();
        $statement = $db->prepare('SELECT seq FROM seq_1_to_5');
        $statement->execute();
        $result = $statement->get_result();
        unset($db, $statement);
        return $result->fetch_row();
    },
    'in foreach' => function () {
        $db = my_connection();
        foreach ($db->query('SELECT seq FROM seq_1_to_5', MYSQLI_USE_RESULT) as $row) {
            unset($db);
            return $row['seq'];
        }
    },
];
foreach ($ways as $name => $way) {
    // Two of them, so that an address is reused.
    $all = [spawn($way), spawn($way)];
    echo "$name: ", json_encode(array_map(Async\await(...), $all)), "\n";
}
echo my_connection()->query('SELECT 42')->fetch_row()[0], "\n";
?>
--EXPECT--
closed: [true,true]
dropped: ["mysqli_stmt","mysqli_stmt"]
closed, read to its end: [true,true]
dropped, nothing read: ["mysqli_stmt","mysqli_stmt"]
result freed: [null,null]
result dropped: ["mysqli_result","mysqli_result"]
result of a statement: [[1],[1]]
in foreach: ["1","1"]
42
