--TEST--
Owners: coroutines that open the same persistent connection at the same time share one, also after it was lost (D28, P4)
--EXTENSIONS--
mysqlnd
mysqli
pdo
pdo_mysql
pgsql
pdo_pgsql
--SKIPIF--
<?php
require __DIR__ . '/../inc/servers.inc';
skip_without_server('mysql');
skip_without_server('pgsql');
?>
--INI--
pgsql.auto_reset_persistent=1
--FILE--
<?php
use function Async\{awaitAll, delay, spawn};
require __DIR__ . '/../mysql/mysql.inc';

$my = my();
$pg = server('pgsql');
$name = server_own_name();
$words = "host=$pg[host] port=$pg[port] dbname=$pg[database] user=$pg[user] password=$pg[password] application_name=$name";
$persistent = [PDO::ATTR_PERSISTENT => $name];
$ask_pdo = fn(PDO $pdo, string $sql) => $pdo->query($sql)->fetchColumn();
$ask_pg = fn($connection, string $sql) => pg_fetch_result(pg_query($connection, $sql) ?: throw new Exception('lost'), 0, 0);
$ask_mysqli = fn(mysqli $link, string $sql) => $link->query($sql)->fetch_row()[0];

$killer_my = my_connection();
$killer_pg = pg_connect("host=$pg[host] port=$pg[port] dbname=$pg[database] user=$pg[user] password=$pg[password]",
    PGSQL_CONNECT_FORCE_NEW);
$lose_my = function (string $id) use ($killer_my) {
    $killer_my->query("KILL $id");
    while ($killer_my->query("SELECT 1 FROM information_schema.processlist WHERE id = $id")->num_rows) {
        delay(1);
    }
};
$lose_pg = function (string $id) use ($killer_pg) {
    pg_query($killer_pg, "SELECT pg_terminate_backend($id)");
    while (pg_num_rows(pg_query($killer_pg, "SELECT 1 FROM pg_stat_activity WHERE pid = $id"))) {
        delay(1);
    }
};
const MY_ID = 'SELECT CONNECTION_ID()';
const PG_ID = 'SELECT pg_backend_pid()';
$clients = [
    'PDO mysql' => [fn() => new PDO("mysql:host=$my[host];port=$my[port]", $my['user'], $my['password'], $persistent),
        $ask_pdo, MY_ID, $lose_my],
    'PDO pgsql' => [fn() => new PDO("pgsql:$words", options: $persistent), $ask_pdo, PG_ID, $lose_pg],
    'pgsql' => [fn() => pg_pconnect($words), $ask_pg, PG_ID, $lose_pg],
    'mysqli' => [fn() => new mysqli("p:$my[host]", $my['user'], $my['password'], null, $my['port']), $ask_mysqli, MY_ID,
        $lose_my],
];
foreach ($clients as $client => [$connect, $ask, $id, $lose]) {
    $connected = 0;
    $use = function (int $number, int $together = 1) use ($connect, $ask, $id, &$connected) {
        try {
            $connection = $connect();
        } finally {
            $connected++;
        }
        // Kept until all have theirs: a fast server would let a later coroutine reuse a connection.
        while ($connected < $together) {
            delay(1);
        }
        for ($i = 0; $i < 5; $i++) {
            if ((int) $ask($connection, "SELECT $number + $i") !== $number + $i) {
                return 'wrong';
            }
        }
        return $ask($connection, $id);
    };
    $round = function () use ($use, &$connected) {
        $connected = 0;
        [$answers, $errors] = awaitAll(array_map(fn($n) => spawn($use, 100 * $n, 20), range(1, 20)));
        return [count(array_unique($answers)), in_array('wrong', $answers, true),
            array_map(fn($e) => $e->getMessage(), $errors)];
    };
    [$count, $wrong, $errors] = $round();
    echo "$client: ", $count === 1 ? 'one connection' : 'connections', ', ', json_encode([$wrong, $errors]), "\n";
    $held = $connect();
    $lose($ask($held, $id));
    [$count, $wrong, $errors] = @$round();
    echo "lost: ", $count === 1 ? 'one connection' : 'connections', ', ', json_encode([$wrong, $errors]), "\n";
    try {
        @$ask($held, $id);
    } catch (Exception $e) {
        echo "the one that was held is lost\n";
    }
    unset($held);
    echo 'and another: ', json_encode($use(7) !== 'wrong'), "\n";
}
?>
--EXPECT--
PDO mysql: one connection, [false,[]]
lost: one connection, [false,[]]
the one that was held is lost
and another: true
PDO pgsql: one connection, [false,[]]
lost: one connection, [false,[]]
and another: true
pgsql: one connection, [false,[]]
lost: one connection, [false,[]]
and another: true
mysqli: connections, [false,[]]
lost: connections, [false,[]]
the one that was held is lost
and another: true
