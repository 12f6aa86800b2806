--TEST--
A statement with unread rows that an assignment replaces is gone when the next instruction asks, as on stock PHP
--EXTENSIONS--
mysqlnd
pdo
mysqli
pdo_mysql
--SKIPIF--
<?php require __DIR__ . '/../inc/servers.inc'; skip_without_server('mysql'); ?>
--FILE--
<?php
use function Async\{await, spawn};
require __DIR__ . '/mysql.inc';

await(spawn(fn() => 0)); // main is a coroutine from now on
$link = my_connection();
mysqli_report(MYSQLI_REPORT_OFF);
foreach ([1, 2] as $round) {
    $statement = $link->prepare('SELECT 1 UNION SELECT 2');
    $statement->execute();
    // The query is refused while there are rows, and with the old statement the rows go.
    var_dump($statement = $link->prepare('SELECT 3'), $link->error);
    var_dump(($statement = $link->query('SELECT 4')) !== false);
}
$result = $link->query('SELECT 1 UNION SELECT 2', MYSQLI_USE_RESULT);
var_dump($result = $link->query('SELECT 3'));
var_dump($link->query('SELECT 4')->fetch_row());

$pdo = pdo();
$pdo->setAttribute(PDO::MYSQL_ATTR_USE_BUFFERED_QUERY, false);
$pdo->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_SILENT);
$rows = $pdo->query('SELECT 1 UNION SELECT 2');
var_dump($rows = $pdo->query('SELECT 3'));
var_dump($pdo->query('SELECT 4')->fetchColumn());
?>
--EXPECT--
bool(false)
string(0) ""
bool(true)
bool(false)
string(0) ""
bool(true)
bool(false)
array(1) {
  [0]=>
  string(1) "4"
}
bool(false)
int(4)
