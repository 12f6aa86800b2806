--TEST--
Prepared statements of a lost MySQL connection are released together with the connection (D28, P4)
--EXTENSIONS--
mysqlnd
mysqli
pdo
pdo_mysql
--SKIPIF--
<?php require __DIR__ . '/../inc/servers.inc'; skip_without_server('mysql'); ?>
--FILE--
<?php
use function Async\{await, delay, spawn};
require __DIR__ . '/mysql.inc';

const SERVER = 'SELECT CONNECTION_ID()';
$killer = my_connection();

/** The server closes the connection; mysqlnd does not know it yet. */
function lose(int $id): void
{
    global $killer;
    $killer->query("KILL $id");
    while ($killer->query("SELECT 1 FROM information_schema.processlist WHERE id = $id")->num_rows) {
        delay(1);
    }
}

// The close of the first statement is still sent, that of the second fails.
$ways = [
    'mysqli' => function () {
        $link = my_connection();
        $statements = array_map($link->prepare(...), ['SELECT 1', 'SELECT 2', 'SELECT 3', 'SELECT 4']);
        lose($link->query(SERVER)->fetch_row()[0]);
        return array_map(fn($statement) => [@$statement->close(), $link->errno, count($link->error_list)], $statements);
    },
    'PDO' => function () {
        $pdo = pdo([PDO::ATTR_EMULATE_PREPARES => false]);
        $statements = array_map($pdo->prepare(...), ['SELECT 1', 'SELECT 2', 'SELECT 3', 'SELECT 4']);
        lose($pdo->query(SERVER)->fetchColumn());
        set_error_handler(fn() => true);
        unset($statements);
        restore_error_handler();
        return $pdo->errorCode();
    },
];
foreach ($ways as $name => $way) {
    $answer = await(spawn($way));
    await(spawn($way));
    $before = memory_get_usage();
    for ($i = 0; $i < 10; $i++) {
        await(spawn($way)) === $answer || print("another answer\n");
    }
    // A connection that is kept uses more memory than that.
    $more = intdiv(memory_get_usage() - $before, 10);
    echo "$name: ", json_encode($answer), ', ', $more < 1000 ? 'all is released' : "$more bytes stay each time", "\n";
}
?>
--EXPECT--
mysqli: [[true,0,0],[true,2006,1],[true,0,0],[true,0,0]], all is released
PDO: "00000", all is released
