--TEST--
Owners: pgsql: statements, transactions, queries that were only sent, COPY, large objects (D28)
--EXTENSIONS--
pgsql
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
$connection = pg_connect("host=$server[host] port=$server[port] dbname=$server[database] user=$server[user] "
    . "password=$server[password] options='-c search_path=$schema'", PGSQL_CONNECT_FORCE_NEW);
pg_query($connection, 'CREATE TABLE t (n INT)');
$run = function (string $sql) use ($connection) {
    $result = pg_query($connection, $sql);
    return pg_num_fields($result) ? pg_fetch_all_columns($result) : [];
};
owner_cases($run, 'SELECT 1 FROM pg_sleep(0.05)');
side_by_side('sent', [
    function () use ($connection) {
        pg_send_query($connection, 'SELECT 1 FROM pg_sleep(0.02); SELECT 2; SELECT 3');
        pause();
        while ($result = pg_get_result($connection)) {
            $rows[] = pg_fetch_result($result, 0, 0);
            pause();
        }
        return $rows;
    },
    fn() => $run('SELECT 5'),
]);
side_by_side('COPY', [
    function () use ($connection) {
        pg_query($connection, 'COPY t FROM STDIN');
        foreach (["20\n", "21\n", "\\.\n"] as $line) {
            pause();
            pg_put_line($connection, $line);
        }
        pause();
        return pg_end_copy($connection);
    },
    fn() => $run('SELECT 5'),
    fn() => array_map('intval', pg_copy_to($connection, 't')),
]);
side_by_side('large object', [
    function () use ($connection) {
        pg_query($connection, 'BEGIN');
        $lob = pg_lo_open($connection, pg_lo_create($connection), 'w+');
        foreach (['a', 'b', 'c'] as $text) {
            pg_lo_write($lob, $text);
            pause();
        }
        pg_lo_seek($lob, 0, PGSQL_SEEK_SET);
        $text = pg_lo_read($lob, 10);
        pg_lo_close($lob);
        pause();
        pg_query($connection, 'ROLLBACK');
        return $text;
    },
    fn() => $run('SELECT 5'),
]);
side_by_side('left in the middle', [
    function () use ($connection) {
        pg_query($connection, 'COPY t FROM STDIN');
        pg_put_line($connection, "30\n");
        pause();
    },
    fn() => $run('SELECT 6'),
    function () use ($connection) {
        pg_query($connection, 'COPY t TO STDOUT');
        pause();
    },
    fn() => $run('SELECT 7'),
]);
echo 'table: ', json_encode($run('SELECT n FROM t ORDER BY n')), "\n";
?>
--EXPECT--
statements: [["1"],["2"],["1"],["3"]]
transactions: [null,null,[],null]
table: ["-4","-1","1","3","4"]
PostgreSQL connection: coroutine #N ended inside a transaction, which is rolled back
an owner that ends: [null,[]]
table: ["-4","-1","1","3","4","6"]
sent: [["1","2","3"],["5"]]
COPY: [true,["5"],[1,-1,3,4,-4,6,20,21]]
large object: ["abc",["5"]]
left in the middle: [null,["6"],null,["7"]]
table: ["-4","-1","1","3","4","6","20","21"]
