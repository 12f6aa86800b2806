--TEST--
Owners: buffered rows of statements that MySQL's server has prepared are read while another coroutine waits (D28)
--EXTENSIONS--
mysqlnd
pdo
pdo_mysql
--SKIPIF--
<?php
require __DIR__ . '/../inc/servers.inc';
skip_without_server('mysql');
if (PHP_VERSION_ID >= 80500) die('skip not from PHP 8.5 on (compat.h)');
?>
--FILE--
<?php
require __DIR__ . '/../inc/servers.inc';
use function Async\{await, delay, spawn, suspend};

$server = server('mysql');
foreach (['emulated' => true, 'native' => false] as $name => $emulated) {
    $pdo = new PDO("mysql:host=$server[host];port=$server[port]", $server['user'], $server['password'], [PDO::ATTR_EMULATE_PREPARES => $emulated]);
    $rows = $pdo->prepare('SELECT n FROM (SELECT 1 n UNION SELECT 2 UNION SELECT 3 UNION SELECT 4) x WHERE n < ?');
    $rows->execute([9]);
    $is_done = false;
    $owner = spawn(function () use ($pdo, &$is_done) {
        $statement = $pdo->prepare('SELECT 5 + SLEEP(?)');
        $statement->execute([0.5]);
        $is_done = true;
        return $statement->fetchColumn();
    });
    // The first answer is that of prepare(), where the server is asked.
    delay(100);
    echo json_encode([$name, (int) $rows->fetchColumn(), (int) $rows->fetch()[0], array_map(intval(...), $rows->fetchAll(PDO::FETCH_COLUMN)),
        $rows->fetch(), $is_done]), "\n";
    echo (int) await($owner), "\n";

    // Another coroutine executes the same statement once more: these rows are not in memory yet.
    $rows = $pdo->prepare('SELECT ? + SLEEP(0.05) UNION ALL SELECT 7');
    $rows->execute([5]);
    $again = spawn(fn() => $rows->execute([6]));
    delay(10);
    echo json_encode([(int) $rows->fetchColumn(), await($again), (int) $rows->fetchColumn(), $rows->fetchColumn()]), "\n";

    // Unbuffered rows stay at the server.
    $pdo->setAttribute(PDO::MYSQL_ATTR_USE_BUFFERED_QUERY, false);
    $rows = $pdo->prepare('SELECT n FROM (SELECT 1 n UNION SELECT 2 UNION SELECT 3) x WHERE n < ?');
    $owner = spawn(function () use ($rows) {
        $rows->execute([9]);
        $all[] = (int) $rows->fetchColumn();
        suspend();
        $all[] = (int) $rows->fetchColumn();
        delay(20);
        return [...$all, (int) $rows->fetchColumn(), $rows->fetchColumn()];
    });
    delay(10);
    $other = spawn(fn() => (int) $pdo->query('SELECT 8')->fetchColumn());
    echo json_encode([await($owner), await($other)]), "\n";
}
?>
--EXPECT--
["emulated",1,2,[3,4],false,false]
5
[6,true,7,false]
[[1,2,3,false],8]
["native",1,2,[3,4],false,false]
5
[6,true,7,false]
[[1,2,3,false],8]
