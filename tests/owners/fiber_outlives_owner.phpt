--TEST--
A Fiber that reads a row goes on in another coroutine, after its own has ended with the result unread (D28)
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
require __DIR__ . '/../inc/servers.inc';

use function Async\{await, spawn};

class Row
{
    public $n;

    public function __construct()
    {
        Fiber::suspend();
    }
}

['host' => $host, 'port' => $port, 'user' => $user, 'password' => $password] = server('mysql');
const ROWS = 'SELECT 1 AS n UNION ALL SELECT 2 UNION ALL SELECT 3';
$pdo = new PDO("mysql:host=$host;port=$port", $user, $password, [PDO::MYSQL_ATTR_USE_BUFFERED_QUERY => false]);
$mysqli = new mysqli($host, $user, $password, port: (int) $port);

$ways = [
    'PDO, fetch()' => function () use ($pdo): Generator {
        $statement = $pdo->query(ROWS, PDO::FETCH_CLASS, Row::class);
        while ($row = $statement->fetch()) {
            yield $row->n;
        }
    },
    'PDO, foreach' => function () use ($pdo): Generator {
        foreach ($pdo->query(ROWS, PDO::FETCH_CLASS, Row::class) as $row) {
            yield $row->n;
        }
    },
    'mysqli' => function () use ($mysqli): Generator {
        $result = $mysqli->query(ROWS, MYSQLI_USE_RESULT);
        while ($row = $result->fetch_object(Row::class)) {
            yield $row->n;
        }
    },
];
foreach ($ways as $name => $rows) {
    $fiber = new Fiber(function () use ($rows, &$seen) {
        foreach ($rows() as $row) {
            $seen[] = $row;
        }
    });
    $seen = [];
    await(spawn(fn() => $fiber->start()));
    while (!$fiber->isTerminated()) {
        await(spawn(fn() => $fiber->resume()));
    }
    echo "$name: ", implode(' ', $seen), "\n";
}
echo await(spawn(fn() => $pdo->query('SELECT 4')->fetchColumn())), "\n";
echo await(spawn(fn() => $mysqli->query('SELECT 5')->fetch_row()[0])), "\n";
?>
--EXPECT--
PDO, fetch(): 1 2 3
PDO, foreach: 1 2 3
mysqli: 1 2 3
4
5
