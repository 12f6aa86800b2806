--TEST--
mysqli connections have one owner at a time: statements, transactions, unbuffered and several results (D28)
--EXTENSIONS--
mysqlnd
mysqli
--SKIPIF--
<?php
require __DIR__ . '/../inc/servers.inc';
skip_without_server('mysql');
?>
--FILE--
<?php
require __DIR__ . '/../inc/servers.inc';
require __DIR__ . '/../inc/owner_cases.inc';

mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
$server = server('mysql');
$database = mysql_database($server);
$link = new mysqli($server['host'], $server['user'], $server['password'], $database, $server['port']);
$link->query('CREATE TABLE t (n INT) ENGINE=InnoDB');
$run = function (string $sql) use ($link) {
    $result = mysqli_query($link, $sql);
    return $result === true ? [] : array_column($result->fetch_all(), 0);
};
owner_cases($run, 'SELECT 1 + SLEEP(0.05)');

$numbers = 'SELECT %d + n FROM (SELECT 1 n UNION SELECT 2 UNION SELECT 3) x';
side_by_side('unbuffered', [
    function () use ($link, $numbers) {
        foreach ($link->query(sprintf($numbers, 0), MYSQLI_USE_RESULT) as $row) {
            $rows[] = current($row);
            pause();
        }
        return $rows;
    },
    function () use ($link, $numbers) {
        $link->real_query(sprintf($numbers, 10));
        pause();
        $result = mysqli_use_result($link);
        while ($row = mysqli_fetch_row($result)) {
            $rows[] = $row[0];
            pause();
        }
        return $rows;
    },
    function () use ($link, $numbers) {
        $result = $link->query(sprintf($numbers, 20), MYSQLI_USE_RESULT);
        $row = $result->fetch_row();
        pause();
        $result->free();
        return $row[0];
    },
    fn() => $run('SELECT 5'),
]);
side_by_side('prepared', [
    function () use ($link, $numbers) {
        $statement = $link->prepare(str_replace('%d', '?', $numbers));
        $statement->execute([30]);
        $statement->bind_result($number);
        while ($statement->fetch()) {
            $rows[] = "$number";
            pause();
        }
        return $rows;
    },
    function () use ($link) {
        $statement = mysqli_stmt_init($link);
        mysqli_stmt_prepare($statement, 'SELECT ?');
        mysqli_stmt_execute($statement, ['x']);
        pause();
        return mysqli_stmt_get_result($statement)->fetch_all();
    },
    fn() => $run('SELECT 5'),
]);
side_by_side('closed inside a transaction', [
    function () use ($link) {
        $statement = $link->prepare('INSERT INTO t VALUES (?)');
        $link->begin_transaction();
        $statement->execute([50]);
        $statement->close();
        $link->query('SELECT 1', MYSQLI_USE_RESULT)->free();
        pause();
        return $link->rollback();
    },
    fn() => $run('INSERT INTO t VALUES (51)'),
]);
echo 'table: ', json_encode($run('SELECT n FROM t ORDER BY n')), "\n";
side_by_side('several results', [
    function () use ($link) {
        $link->multi_query('SELECT 1; SELECT 2 + SLEEP(0.02); SELECT 3');
        do {
            $rows[] = $link->store_result()->fetch_row()[0];
            pause();
        } while ($link->more_results() && $link->next_result());
        return $rows;
    },
    fn() => $run('SELECT 5'),
]);
side_by_side('asynchronous', [
    function () use ($link) {
        $link->query('SELECT 1 + SLEEP(0.02)', MYSQLI_ASYNC);
        do {
            $read = [$link];
            $error = $reject = [];
        } while (!mysqli_poll($read, $error, $reject, 1));
        return $link->reap_async_query()->fetch_row();
    },
    fn() => $run('SELECT 5'),
]);
side_by_side('what is not read is read away', [
    fn() => $link->query('SELECT 1 + SLEEP(0.02)', MYSQLI_ASYNC),
    fn() => $run('SELECT 5'),
    fn() => $link->multi_query('SELECT 1; SELECT 2; SELECT 3'),
    fn() => $run('SELECT 6'),
]);
?>
--EXPECT--
statements: [["1"],["2"],["1"],["3"]]
transactions: [null,null,[],null]
table: ["-4","-1","1","3","4"]
MySQL connection: coroutine #N ended inside a transaction, which is rolled back
an owner that ends: [null,[]]
table: ["-4","-1","1","3","4","6"]
unbuffered: [["1","2","3"],["11","12","13"],"21",["5"]]
prepared: [["31","32","33"],[["x"]],["5"]]
closed inside a transaction: [true,[]]
table: ["-4","-1","1","3","4","6","51"]
several results: [["1","2","3"],["5"]]
asynchronous: [["1"],["5"]]
what is not read is read away: [true,["5"],true,["6"]]
