--TEST--
A variable that is bound to a statement of mysqli does not change while another one is converted for the request
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

$sizes = [];
$connection = my_connection();
$connection->query('CREATE TEMPORARY TABLE bound (a LONGTEXT, b LONGTEXT)');
for ($i = 0; $i < 2; $i++) {
    $statement = $connection->prepare('INSERT INTO bound VALUES (?, ?)');
    $before = 'short';
    $waits = new Waits();
    $statement->bind_param('ss', $before, $waits);
    Waits::$is_on = true;
    $insert = spawn(function () use ($statement, &$before, &$sizes) {
        $sizes[] = strlen($before);
        $statement->execute();
    });
    $writer = spawn(function () use (&$before, $insert) {
        while (!$insert->isCompleted()) {
            $before = str_repeat('much longer than before ', 10_000);
            suspend();
        }
    });
    await($insert);
    Waits::$is_on = false;
    await($writer);
}
foreach ($connection->query('SELECT LENGTH(a) AS size, b FROM bound') as $at => $row) {
    echo $row['size'] == $sizes[$at] ? 'as at the start' : "WRONG: $row[size] bytes", " $row[b]\n";
}
?>
--EXPECT--
as at the start text
as at the start text
