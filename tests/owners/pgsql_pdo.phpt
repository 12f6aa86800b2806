--TEST--
PDO connections to PostgreSQL have one owner at a time: statements, transactions, cursors, COPY (D28)
--EXTENSIONS--
pdo
pdo_pgsql
--SKIPIF--
<?php
require __DIR__ . '/../inc/servers.inc';
skip_without_server('pgsql');
?>
--FILE--
<?php
require __DIR__ . '/../inc/servers.inc';
require __DIR__ . '/../inc/owner_cases.inc';

$server = server('pgsql');
$schema = pgsql_schema($server);
$pdo = new PDO("pgsql:host=$server[host];port=$server[port];dbname=$server[database];options='-c search_path=$schema'",
    $server['user'], $server['password'], [PDO::ATTR_STRINGIFY_FETCHES => true]);
$pdo->exec('CREATE TABLE t (n INT)');
$run = function (string $sql) use ($pdo) {
    $statement = $pdo->query($sql);
    return $statement->columnCount() ? $statement->fetchAll(PDO::FETCH_COLUMN) : [];
};
owner_cases($run, 'SELECT 1 FROM pg_sleep(0.05)');
side_by_side('a failed transaction', [
    function () use ($pdo, $run) {
        $pdo->beginTransaction();
        try {
            $run('BOGUS');
        } catch (PDOException) {
        }
        pause();
        return $pdo->rollBack();
    },
    fn() => $run('SELECT 5'),
]);
$dropped = [$pdo->prepare('SELECT ?::int'), $pdo->prepare('SELECT ?::text')];
$dropped[0]->execute([1]);
$dropped[1]->execute([1]);
side_by_side('prepared, dropped, with a cursor', [
    function () use ($pdo) {
        $statement = $pdo->prepare('SELECT ?::int FROM pg_sleep(0.02)');
        $statement->execute([1]);
        return $statement->fetchColumn();
    },
    function () use (&$dropped) {
        unset($dropped[0]);
    },
    function () use ($pdo) {
        $statement = $pdo->prepare('SELECT generate_series(1, 3)', [PDO::ATTR_CURSOR => PDO::CURSOR_SCROLL]);
        $statement->execute();
        while (($row = $statement->fetchColumn()) !== false) {
            $rows[] = $row;
            pause();
        }
        return $rows;
    },
    function () use (&$dropped) {
        unset($dropped[1]);
    },
    fn() => $run('SELECT 5'),
]);
side_by_side('methods of the driver', [
    fn() => $pdo->pgsqlCopyFromArray('t', ['20', '21']),
    fn() => array_map('intval', $pdo->pgsqlCopyToArray('t')),
    fn() => $pdo->pgsqlGetNotify(PDO::FETCH_NUM, 20),
    fn() => $run('SELECT 5'),
]);
?>
--EXPECT--
statements: [["1"],["2"],["1"],["3"]]
transactions: [null,null,[],null]
table: ["-4","-1","1","3","4"]
PDO connection: coroutine #N ended inside a transaction, which is rolled back
an owner that ends: [null,[]]
table: ["-4","-1","1","3","4","6"]
a failed transaction: [true,["5"]]
prepared, dropped, with a cursor: ["1",null,["1","2","3"],null,["5"]]
methods of the driver: [true,[1,-1,3,4,-4,6,20,21],false,["5"]]
