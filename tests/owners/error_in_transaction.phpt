--TEST--
Owners: MySQL: a failing statement does not end its transaction: the connection stays with its owner (D28)
--EXTENSIONS--
mysqlnd
mysqli
pdo
pdo_mysql
--SKIPIF--
<?php require __DIR__ . '/../inc/servers.inc'; skip_without_server('mysql'); ?>
--FILE--
<?php
use function Async\{await, spawn, suspend};
require __DIR__ . '/../mysql/mysql.inc';

$my = my();
$other = my_connection();
$database = mysql_database($my);
$other->query("CREATE TABLE $database.t (n INT PRIMARY KEY) ENGINE=InnoDB");
set_error_handler(fn($level, $message) => print(preg_replace('/#\d.* ended/', '#N ended', $message) . "\n"));
$clients = [
    'PDO' => [new PDO("mysql:host=$my[host];port=$my[port]", $my['user'], $my['password']), fn($pdo, $sql) => $pdo->exec($sql)],
    'mysqli' => [my_connection(), fn($link, $sql) => $link->query($sql)],
];
foreach ($clients as $client => [$connection, $run]) {
    $failed = false;
    $first = spawn(function () use ($client, $connection, $run, $database, &$failed) {
        $run($connection, 'START TRANSACTION');
        $run($connection, "INSERT INTO $database.t VALUES (1)");
        try {
            $run($connection, "INSERT INTO $database.t VALUES (1)");
        } catch (Exception) {
            echo "$client: failed\n";
        }
        $failed = true;
        suspend();
    });
    while (!$failed) {
        suspend();
    }
    // This would end the other transaction.
    await(spawn(fn() => [$run($connection, 'START TRANSACTION'), $run($connection, 'ROLLBACK')]));
    await($first);
    echo 'rows: ', $other->query("SELECT count(*) FROM $database.t")->fetch_row()[0], "\n";
    $other->query("DELETE FROM $database.t");
}
?>
--EXPECT--
PDO: failed
PDO connection: coroutine #N ended inside a transaction, which is rolled back
rows: 0
mysqli: failed
MySQL connection: coroutine #N ended inside a transaction, which is rolled back
rows: 0
