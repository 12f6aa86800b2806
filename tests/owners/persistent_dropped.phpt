--TEST--
Owners: objects of a persistent connection are dropped while others use it, and after the connection was lost (D28, P4)
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
--FILE--
<?php
use function Async\{await, awaitAll, delay, spawn, suspend};
require __DIR__ . '/../mysql/mysql.inc';

$my = my();
$pg = server('pgsql');
$name = server_own_name();
$schema = pgsql_schema($pg);
$words = "host=$pg[host] port=$pg[port] dbname=$pg[database] user=$pg[user] password=$pg[password]";
$other = pg_connect($words, PGSQL_CONNECT_FORCE_NEW);
pg_query($other, "CREATE TABLE $schema.t (n INT)");
$rows = fn() => implode(' ', pg_fetch_all_columns(pg_query($other, "SELECT n FROM $schema.t ORDER BY n")));
$ask = fn($connection, string $sql) => pg_fetch_result(pg_query($connection, $sql), 0, 0);
$pdo = fn() => new PDO("pgsql:$words", options: [PDO::ATTR_PERSISTENT => $name]);
$pconnect = fn() => pg_pconnect("$words application_name=$name");

// Another coroutine drops an object of the connection in the middle of a transaction.
foreach (['PDO' => [$pdo, fn($pdo, $sql) => $pdo->exec($sql)], 'pgsql' => [$pconnect, pg_query(...)]] as $client => [$make, $run]) {
    $theirs = $make();
    $begun = false;
    $task = spawn(function () use ($make, $run, $schema, &$begun, &$theirs) {
        $connection = $make();
        $run($connection, 'BEGIN');
        $run($connection, "INSERT INTO $schema.t VALUES (1)");
        $begun = true;
        while ($theirs) {
            suspend();
        }
        $run($connection, "INSERT INTO $schema.t VALUES (2)");
        $run($connection, 'COMMIT');
    });
    while (!$begun) {
        suspend();
    }
    $theirs = null;
    await($task);
    echo "$client: ", $rows(), "\n";
    pg_query($other, "DELETE FROM $schema.t");
}

// … whose last reference a statement of theirs held.
$theirs = $pdo()->prepare('SELECT 1');
$begun = false;
$task = spawn(function () use ($pdo, $schema, &$begun, &$theirs) {
    $connection = $pdo();
    $connection->beginTransaction();
    $connection->exec("INSERT INTO $schema.t VALUES (1)");
    $begun = true;
    while ($theirs) {
        suspend();
    }
    $connection->exec("INSERT INTO $schema.t VALUES (2)");
    $connection->commit();
});
while (!$begun) {
    suspend();
}
$theirs = null;
await($task);
echo 'statement: ', $rows(), "\n";
pg_query($other, "DELETE FROM $schema.t");

// … in the middle of unread answers.
$theirs = $pconnect();
$last = pg_connect($words, PGSQL_CONNECT_FORCE_NEW);
$begun = false;
$task = spawn(function () use ($pconnect, &$theirs, &$begun) {
    $connection = $pconnect();
    pg_send_query($connection, 'SELECT 1; SELECT 2');
    $answers = [pg_fetch_result(pg_get_result($connection), 0, 0)];
    $begun = true;
    while ($theirs) {
        suspend();
    }
    $answers[] = pg_fetch_result(pg_get_result($connection) ?: throw new Exception('no answer'), 0, 0);
    return implode(' ', $answers);
});
while (!$begun) {
    suspend();
}
$theirs = null;
echo 'answers: ', await($task), "\n";

// A coroutine drops the object that it has used, and ends in a transaction: it is rolled back.
$theirs = $pconnect();
set_error_handler(fn($level, $message) => print(preg_replace('/#\d.* ended/', '#N ended', $message) . "\n"));
await(spawn(function () use ($pconnect, $ask, $schema, $words) {
    $connection = $pconnect();
    pg_query($connection, 'BEGIN');
    pg_query($connection, "INSERT INTO $schema.t VALUES (3)");
    $last = pg_connect($words, PGSQL_CONNECT_FORCE_NEW);
}));
$count = $ask($theirs, "SELECT count(*) FROM $schema.t");
echo "then: $count\n";
restore_error_handler();

// The connection has no owner when it is lost, and many coroutines want it.
$mysql = fn() => new PDO("mysql:host=$my[host];port=$my[port]", $my['user'], $my['password'], [PDO::ATTR_PERSISTENT => $name]);
$killer = my_connection();
$id = $mysql()->query('SELECT CONNECTION_ID()')->fetchColumn();
$killer->query("KILL $id");
while ($killer->query("SELECT 1 FROM information_schema.processlist WHERE id = $id")->num_rows) {
    delay(1);
}
[$ids, $errors] = @awaitAll(array_map(fn() => spawn(fn() => $mysql()->query('SELECT CONNECTION_ID()')->fetchColumn()), range(1, 10)));
echo 'lost: ', count(array_unique($ids)), ', errors: ', count($errors), "\n";

// It cannot be reopened, and has an owner.
pg_query($other, "CREATE ROLE $name LOGIN PASSWORD 'secret'");
$as = "host=$pg[host] port=$pg[port] dbname=$pg[database] user=$name password=secret";
$held = [pg_pconnect($as), pg_pconnect($as)];
$id = $ask($held[0], 'SELECT pg_backend_pid()');
pg_query($other, "ALTER ROLE $name NOLOGIN");
pg_query($other, "SELECT pg_terminate_backend($id)");
while ($ask($other, "SELECT count(*) FROM pg_stat_activity WHERE pid = $id")) {
    delay(1);
}
echo 'held: ', json_encode(@pg_query($held[0], 'SELECT 1')), "\n";
[$answers] = awaitAll(array_map(fn() => spawn(fn() => @pg_pconnect($as)), range(1, 3)));
echo 'again: ', json_encode($answers), "\n";
echo 'held: ', json_encode(@pg_query($held[1], 'SELECT 1')), "\n";
pg_query($other, "ALTER ROLE $name LOGIN");
echo 'at last: ', await(spawn(fn() => $ask(pg_pconnect($as), 'SELECT 4'))), "\n";
unset($held[0]);
echo 'the last one: ', json_encode(pg_close($held[1])), "\n";
$held = null;
echo 'and: ', $ask(pg_pconnect($as), 'SELECT 5'), "\n";
pg_query($other, "DROP ROLE $name");
?>
--EXPECT--
PDO: 1 2
pgsql: 1 2
statement: 1 2
answers: 1 2
PostgreSQL connection: coroutine #N ended inside a transaction, which is rolled back
then: 0
lost: 1, errors: 0
held: false
again: [false,false,false]
held: false
at last: 4
the last one: true
and: 5
