--TEST--
Owners: mysqli: rows of a cursor are read from the server in turn with the calls of other coroutines (D28)
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
require __DIR__ . '/../io/transparency.inc';
require __DIR__ . '/../inc/slow_proxy.inc';

$server = server('mysql');
[$host, $port] = explode(':', slow_proxy("tcp://$server[host]:$server[port]", 10));
$link = new mysqli($host, $server['user'], $server['password'], null, (int) $port);
$statement = $link->prepare('SELECT 1 UNION SELECT 2 UNION SELECT 3');
$statement->attr_set(MYSQLI_STMT_ATTR_CURSOR_TYPE, MYSQLI_CURSOR_TYPE_READ_ONLY);
$queries = function () use ($link) {
    foreach ([11, 12, 13] as $number) {
        $rows[] = $link->query("SELECT $number")->fetch_row()[0];
    }
    return $rows;
};
foreach (['one by one' => false, 'stored' => true] as $name => $stores) {
    $statement->execute();
    $statement->bind_result($number);
    side_by_side($name, [
        function () use ($statement, $stores, &$number) {
            $stores && $statement->store_result();
            while ($statement->fetch()) {
                $rows[] = $number;
            }
            return $rows;
        },
        $queries,
    ]);
    $statement->free_result();
}
// Rows that were stored need no turn.
$statement->execute();
$statement->bind_result($number);
$statement->store_result();
$order = [];
side_by_side('from memory', [
    function () use ($link, &$order) {
        $link->query('SELECT SLEEP(0.05)');
        $order[] = 'query';
    },
    function () use ($statement, &$number, &$order) {
        while ($statement->fetch()) {
            $rows[] = $number;
        }
        $order[] = 'rows';
        return $rows;
    },
]);
echo implode(' ', $order), "\n";
?>
--EXPECT--
one by one: [[1,2,3],["11","12","13"]]
stored: [[1,2,3],["11","12","13"]]
from memory: [null,[1,2,3]]
rows query
