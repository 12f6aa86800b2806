--TEST--
exit() before the coroutine that rolls the transaction of an ended owner back: the connection is released (D15, P13)
--EXTENSIONS--
mysqlnd
mysqli
--SKIPIF--
<?php require __DIR__ . '/../inc/servers.inc'; skip_without_server('mysql'); ?>
--FILE--
<?php
// Debug builds of PHP report the memory of a connection that is not released.
use function Async\{spawn, suspend};
require __DIR__ . '/mysql.inc';

$connection = my_connection();
spawn(function () use ($connection) {
    $connection->begin_transaction();
    spawn(function () {
        echo "the script ends\n";
        exit;
    });
});
while (true) {
    suspend();
}
?>
--EXPECT--
the script ends
