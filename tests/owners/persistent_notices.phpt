--TEST--
Notices of a persistent PostgreSQL connection after the object that connected last was released (D28, lifetime rule 3)
--EXTENSIONS--
pgsql
--SKIPIF--
<?php
require __DIR__ . '/../inc/servers.inc';
skip_without_server('pgsql');
?>
--FILE--
<?php
use function Async\{await, spawn};
require __DIR__ . '/../inc/servers.inc';

$pg = server('pgsql');
$words = "host=$pg[host] port=$pg[port] dbname=$pg[database] user=$pg[user] password=$pg[password]";
// PHP keeps the connection that was made last for functions that are called without one.
$release = function (&$connection) use ($words) {
    pg_connect($words, PGSQL_CONNECT_FORCE_NEW);
    $connection = null;
};
$say = fn($connection) => pg_query($connection, "DO $$ BEGIN RAISE WARNING 'said'; END $$");
$cases = [
    'another object has it' => function () use ($words, $release, $say) {
        $first = pg_pconnect($words);
        $last = pg_pconnect($words);
        $release($last);
        $noise = array_map(fn($i) => str_repeat('x', 100 + $i), range(1, 50));
        $say($first);
        var_dump(pg_last_notice($first));
    },
    'it is closed' => function () use ($words, $release, $say) {
        $first = pg_pconnect($words);
        $last = pg_pconnect($words);
        pg_close($last);
        $release($last);
        $noise = array_map(fn($i) => str_repeat('x', 100 + $i), range(1, 50));
        $say($first);
        var_dump(pg_fetch_result(pg_query($first, 'SELECT 7'), 0, 0));
    },
    'none has it' => function () use ($words, $release) {
        $first = pg_pconnect($words);
        // The server complains when the next coroutine gets the connection: there is nothing to reset in it.
        pg_query($first, 'BEGIN');
        @pg_query($first, 'SELECT 1/0');
        $release($first);
        $noise = array_map(fn($i) => str_repeat('x', 100 + $i), range(1, 50));
        $next = pg_pconnect($words);
        pg_query($next, 'ROLLBACK');
        pg_query($next, 'ROLLBACK');
        var_dump(pg_last_notice($next));
    },
];
foreach ($cases as $name => $case) {
    echo "$name\n";
    await(spawn($case));
}
?>
--EXPECT--
another object has it
string(14) "WARNING:  said"
it is closed
string(1) "7"
none has it
string(45) "WARNING:  there is no transaction in progress"
