--TEST--
SQLite3 connections have one owner at a time: statements, rows, transactions, results released by others (D28)
--EXTENSIONS--
sqlite3
--FILE--
<?php
require __DIR__ . '/../inc/owner_cases.inc';
$db = new SQLite3(':memory:');
$db->enableExceptions(true);
$db->createFunction('pause', function ($value) {
    pause();
    return $value;
});
$db->exec('CREATE TABLE t (n INT)');
$run = function (string $sql) use ($db) {
    if (!str_starts_with($sql, 'SELECT')) {
        $db->exec($sql);
        return [];
    }
    $result = $db->query($sql);
    while ($row = $result->fetchArray(SQLITE3_NUM)) {
        $rows[] = "$row[0]";
    }
    return $rows ?? [];
};
owner_cases($run, 'SELECT pause(1)');
side_by_side('prepared', [
    function () use ($db) {
        $statement = $db->prepare('SELECT pause(:n) UNION SELECT pause(:n + 1)');
        $statement->bindValue('n', 1);
        $result = $statement->execute();
        while ($row = $result->fetchArray(SQLITE3_NUM)) {
            $rows[] = $row[0];
        }
        return $rows;
    },
    fn() => $db->querySingle('SELECT pause(5)'),
    function () use ($db) {
        $statement = $db->prepare('SELECT 1');
        $result = $statement->execute();
        unset($statement, $result);
    },
    fn() => $db->querySingle('SELECT 6'),
]);
$other = spawn_dropping($db);
function spawn_dropping(SQLite3 $db): array
{
    $result = $db->query('SELECT 1');
    $tasks = [Async\spawn(fn() => $db->querySingle('SELECT pause(7)')), Async\spawn(function () use ($result) {
    })];
    return $tasks;
}
echo json_encode(Async\awaitAll($other)[0]), "\n";

$db->exec('CREATE TABLE keyed (id INTEGER PRIMARY KEY, n INT)');
$insert = function (int $n) use ($db) {
    $db->exec('BEGIN');
    Async\suspend();
    $db->exec("INSERT INTO keyed (n) SELECT $n FROM (SELECT 1 UNION SELECT 2 WHERE $n = 2)");
    $db->exec('COMMIT');
    return [$n => [$db->lastInsertRowID(), $db->changes()]];
};
echo json_encode(Async\awaitAll(array_map(fn($n) => Async\spawn($insert, $n), [1, 2, 3]))[0]), "\n";
?>
--EXPECT--
statements: [["1"],["2"],["1"],["3"]]
transactions: [null,null,[],null]
table: ["-4","-1","1","3","4"]
SQLite3 connection: coroutine #N ended inside a transaction, which is rolled back
an owner that ends: [null,[]]
table: ["-4","-1","1","3","4","6"]
prepared: [[1,2],5,null,6]
[7,null]
[{"1":[1,1]},{"2":[3,2]},{"3":[4,1]}]
