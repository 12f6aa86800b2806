--TEST--
Values that mysqli gets with a query do not change while another one is converted for the request
--EXTENSIONS--
mysqlnd
mysqli
--SKIPIF--
<?php require __DIR__ . '/../inc/servers.inc'; skip_without_server('mysql'); ?>
--FILE--
<?php
use function Async\{await, spawn, suspend};
require __DIR__ . '/mysql.inc';

class Waits
{
    public static bool $is_on = false;
    public function __toString(): string
    {
        for ($i = 0; self::$is_on && $i < 3; $i++) {
            suspend();
        }
        return 'text';
    }
}

$connection = my_connection();
$connection->query('CREATE TEMPORARY TABLE bound (a LONGTEXT, b LONGTEXT)');

/** @param callable(array): mixed $insert gets two values */
function look(mysqli $connection, callable $insert): void
{
    $value = 'short';
    Waits::$is_on = true;
    $done = false;
    $inserter = spawn(function () use ($insert, &$value, &$done) {
        // A value by reference, which a coroutine can write to while the call runs.
        try {
            $insert([&$value, new Waits()]);
        } finally {
            $done = true;
        }
    });
    // While the statement is prepared it may write: the value that is sent is one that the variable had.
    $writer = spawn(function () use (&$value, &$done) {
        while (!$done) {
            $value = $value === 'short' ? str_repeat('longer ', 100) : $value . str_repeat('longer ', 10_000);
            suspend();
        }
    });
    await($inserter);
    Waits::$is_on = false;
    await($writer);
    $row = $connection->query('SELECT a, b FROM bound')->fetch_assoc();
    $is_whole = $row['a'] === 'short' || trim(str_replace('longer ', '', $row['a'])) === '';
    echo $is_whole ? 'one of its values' : 'WRONG: ' . substr($row['a'], 0, 50), " $row[b]\n";
    $connection->query('DELETE FROM bound');
}

$sql = 'INSERT INTO bound VALUES (?, ?)';
look($connection, fn(array $values) => $connection->execute_query($sql, $values));
look($connection, fn(array $values) => mysqli_execute_query($connection, $sql, $values));
$statement = $connection->prepare($sql);
look($connection, fn(array $values) => $statement->execute($values));
look($connection, fn(array $values) => mysqli_stmt_execute($statement, $values));
?>
--EXPECT--
one of its values text
one of its values text
one of its values text
one of its values text
