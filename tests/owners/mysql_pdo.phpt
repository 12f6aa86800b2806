--TEST--
PDO connections to MySQL have one owner at a time: statements, transactions, unbuffered results (D28)
--EXTENSIONS--
pdo
mysqlnd
pdo_mysql
--SKIPIF--
<?php
require __DIR__ . '/../inc/servers.inc';
skip_without_server('mysql');
?>
--FILE--
<?php
require __DIR__ . '/../inc/servers.inc';
require __DIR__ . '/../inc/owner_cases.inc';

$server = server('mysql');
$database = mysql_database($server);
$pdo = new PDO("mysql:host=$server[host];port=$server[port];dbname=$database", $server['user'], $server['password'],
    [PDO::ATTR_STRINGIFY_FETCHES => true]);
$pdo->exec('CREATE TABLE t (n INT) ENGINE=InnoDB');
owner_cases(fn($sql) => $pdo->query($sql)->fetchAll(PDO::FETCH_COLUMN), 'SELECT 1 + SLEEP(0.05)');

echo "-- the last key is that of one's own insert\n";
$pdo->exec('CREATE TABLE keyed (id INT AUTO_INCREMENT PRIMARY KEY, n INT) ENGINE=InnoDB');
$insert = $pdo->prepare('INSERT INTO keyed (n) VALUES (?)');
$keys = Async\await(Async\all(array_map(fn($n) => Async\spawn(function () use ($pdo, $insert, $n) {
    $n % 2 ? $insert->execute([$n]) : $pdo->exec("INSERT INTO keyed (n) SELECT $n + SLEEP(0.001)");
    return [(int) $pdo->lastInsertId(), $n];
}), range(1, 20))));
$stored = $pdo->query('SELECT id, n FROM keyed')->fetchAll(PDO::FETCH_KEY_PAIR);
var_dump(array_map(intval(...), $stored) == array_column($keys, 1, 0), count($stored));

$pdo->setAttribute(PDO::MYSQL_ATTR_USE_BUFFERED_QUERY, false);
$numbers = 'SELECT %d + n FROM (SELECT 1 n UNION SELECT 2 UNION SELECT 3) x';
$stream = function (int $base) use ($pdo, $numbers) {
    foreach ($pdo->query(sprintf($numbers, $base), PDO::FETCH_NUM) as $row) {
        $rows[] = $row[0];
        pause();
    }
    return $rows;
};
$fetch = function (int $base) use ($pdo, $numbers) {
    $statement = $pdo->query(sprintf($numbers, $base));
    while (($row = $statement->fetchColumn()) !== false) {
        $rows[] = $row;
        pause();
    }
    return $rows;
};
$drop = function () use ($pdo, $numbers) {
    $statement = $pdo->query(sprintf($numbers, 30));
    pause();
    return $statement->fetchColumn();
};
$all = fn() => $pdo->query('SELECT 5')->fetchAll(PDO::FETCH_COLUMN);
side_by_side('unbuffered', [fn() => $stream(0), fn() => $fetch(10), $all, fn() => $stream(20), $drop, $all]);

$pdo->setAttribute(PDO::ATTR_EMULATE_PREPARES, false);
$prepared = [$pdo->prepare('SELECT ? + SLEEP(0.02)'), $pdo->prepare('SELECT ?')];
side_by_side('prepared', [
    function () use ($prepared) {
        $prepared[0]->execute([1]);
        return $prepared[0]->fetchAll(PDO::FETCH_COLUMN);
    },
    function () use ($prepared) {
        $prepared[1]->execute([2]);
        pause();
        return $prepared[1]->fetchAll(PDO::FETCH_COLUMN);
    },
    function () use (&$prepared) {
        $prepared = null;
    },
    $all,
]);
$pdo->setAttribute(PDO::MYSQL_ATTR_USE_BUFFERED_QUERY, true);
$pdo->setAttribute(PDO::ATTR_EMULATE_PREPARES, true);
$buffered = $pdo->query(sprintf($numbers, 40));
side_by_side('rows in memory need no turn', [
    function () use ($pdo, &$done) {
        $pdo->exec('BEGIN');
        while (!$done) {
            Async\suspend();
        }
        $pdo->exec('COMMIT');
    },
    function () use ($buffered, &$done) {
        $rows = $buffered->fetchAll(PDO::FETCH_COLUMN);
        $done = true;
        return $rows;
    },
]);
?>
--EXPECT--
statements: [["1"],["2"],["1"],["3"]]
transactions: [null,null,[],null]
table: ["-4","-1","1","3","4"]
PDO connection: coroutine #N ended inside a transaction, which is rolled back
an owner that ends: [null,[]]
table: ["-4","-1","1","3","4","6"]
-- the last key is that of one's own insert
bool(true)
int(20)
unbuffered: [["1","2","3"],["11","12","13"],["5"],["21","22","23"],"31",["5"]]
prepared: [["1"],["2"],null,["5"]]
rows in memory need no turn: [null,["41","42","43"]]
