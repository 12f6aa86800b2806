--TEST--
PostgreSQL connections of ended owners are dropped while answers are pending or one of their large objects is read (D28, P4)
--EXTENSIONS--
pgsql
--SKIPIF--
<?php require __DIR__ . '/../inc/servers.inc'; skip_without_server('pgsql'); ?>
--FILE--
<?php
use function Async\{await, awaitAll, delay, spawn, suspend};
require __DIR__ . '/../inc/servers.inc';

$server = server('pgsql');
$name = server_own_name();
$words = "host=$server[host] port=$server[port] dbname=$server[database] user=$server[user] password=$server[password]"
    . " application_name=$name";
$connect = fn() => pg_connect($words, PGSQL_CONNECT_FORCE_NEW);
$other = pg_connect(str_replace($name, 'other', $words), PGSQL_CONNECT_FORCE_NEW);
$value = fn(string $sql) => pg_fetch_result(pg_query($other, $sql), 0, 0);
$lock = crc32($name);
$waits = "SELECT pg_advisory_lock($lock), pg_advisory_unlock($lock)";
$waiting = "SELECT count(*) FROM pg_stat_activity WHERE application_name = '$name' AND wait_event_type = 'Lock'";

// PHP keeps this connection as the last one; the next connect drops it, while several coroutines connect.
$cases = [
    'new' => $connect,
    'persistent' => fn() => pg_pconnect("$words connect_timeout=30"),
];
foreach ($cases as $case => $make) {
    $value("SELECT pg_advisory_lock($lock)");
    await(spawn(function () use ($make, $waits) {
        pg_send_query($make(), $waits);
    }));
    // The service coroutine that prepares it for the next owner sees that there is none.
    for ($i = 0; $i < 20; $i++) {
        suspend();
    }
    $tasks = array_map(fn($number) => spawn(fn() => pg_fetch_result(pg_query($connect(), "SELECT $number"), 0, 0)), range(1, 5));
    [$answers, $errors] = awaitAll($tasks);
    echo "$case: ", implode(' ', $answers), ', errors: ', count($errors), ', waits: ', $value($waiting), "\n";
    $value("SELECT pg_advisory_unlock($lock)");
    for ($i = 0; $i < 3000 && $value($waiting); $i++) {
        delay(1);
    }
}

// A large object does not hold its connection.
$connection = $connect();
$last = $connect();
$reading = false;
$reader = spawn(function () use (&$connection, &$reading) {
    pg_query($connection, 'BEGIN');
    $large = pg_lo_open($connection, pg_lo_create($connection), 'r+');
    pg_lo_write($large, str_repeat('x', 8_000_000));
    pg_lo_seek($large, 0, PGSQL_SEEK_SET);
    $reading = true;
    $length = strlen(pg_lo_read($large, 8_000_000));
    // In case that all of it had arrived at once.
    while ($connection) {
        suspend();
    }
    return $length;
});
while (!$reading) {
    suspend();
}
$connection = null;
echo 'large object: ', await($reader), "\n";
?>
--EXPECT--
new: 1 2 3 4 5, errors: 0, waits: 1
persistent: 1 2 3 4 5, errors: 0, waits: 1
large object: 8000000
