--TEST--
Owners: mysqli: a statement goes on after its persistent link is closed, while another link gets the connection (D28)
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
$connect = fn() => new mysqli("p:$server[host]", $server['user'], $server['password'], null, $server['port']);
$reconnect = function (mysqli $link) use ($server) {
    return $link->real_connect("p:$server[host]", $server['user'], $server['password'], null, $server['port']);
};

foreach (['new' => fn() => $connect()->query('SELECT 6')->fetch_row()[0], 'real_connect' => fn() => $reconnect(mysqli_init())] as $name => $again) {
    $link = $connect();
    $statement = $link->prepare('SELECT 5 + SLEEP(0.05)');
    $link->close();
    side_by_side($name, [
        function () use ($statement) {
            $statement->execute();
            return $statement->get_result()->fetch_row()[0];
        },
        $again,
    ]);
    $statement = null;
}

// The coroutine that connects is cancelled while it waits.
$link = $connect();
$statement = $link->prepare('SELECT 5 + SLEEP(0.05)');
$link->close();
$task = null;
side_by_side('cancelled', [
    function () use ($statement) {
        $statement->execute();
        return $statement->get_result()->fetch_row()[0];
    },
    function () use ($reconnect, &$task) {
        $task = Async\currentCoroutine();
        try {
            $reconnect(mysqli_init());
        } catch (Async\AsyncCancellation) {
            return 'cancelled';
        }
    },
    function () use (&$task) {
        pause();
        $task->cancel();
    },
]);
?>
--EXPECT--
new: [5,"6"]
real_connect: [5,true]
cancelled: [5,"cancelled",null]
