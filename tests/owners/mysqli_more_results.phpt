--TEST--
Owners: mysqli: more_results() after the last of several results does not report the results of another coroutine (D28)
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
use function Async\{awaitAll, delay, spawn, suspend};

$server = server('mysql');
$link = new mysqli($server['host'], $server['user'], $server['password'], mysql_database($server), $server['port']);
$work = function (string $name, Closure $more) use ($link) {
    $link->multi_query("SELECT '{$name}1'; SELECT '{$name}2'; SELECT '{$name}3'");
    do {
        $rows[] = $link->store_result()->fetch_row()[0];
        // After the last result the other coroutines own the connection.
        suspend();
        delay(2);
    } while ($more($link) && ($rows[] = $link->next_result()));
    return $rows;
};
echo json_encode(awaitAll([
    spawn($work, 'a', fn($link) => $link->more_results()),
    spawn($work, 'b', mysqli_more_results(...)),
    spawn($work, 'c', fn($link) => $link->more_results()),
])[0]), "\n";
?>
--EXPECT--
[["a1",true,"a2",true,"a3"],["b1",true,"b2",true,"b3"],["c1",true,"c2",true,"c3"]]
