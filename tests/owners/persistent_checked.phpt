--TEST--
Owners: pgsql.auto_reset_persistent: the check of a persistent connection waits for its turn, and a lost one is closed by each of its users (D28)
--EXTENSIONS--
pgsql
--SKIPIF--
<?php
require __DIR__ . '/../inc/servers.inc';
skip_without_server('pgsql');
?>
--INI--
pgsql.auto_reset_persistent=1
--FILE--
<?php
use function Async\{awaitAll, spawn, suspend};
require __DIR__ . '/../pgsql/connect.inc';

$name = server_own_name();
$words = pg_string("application_name=$name sslmode=disable");
$watch = pg('sslmode=disable');

echo "-- an answer is not read yet\n";
$first = pg_pconnect($words);
$asks = spawn(function () use ($first) {
    pg_send_query($first, 'SELECT 42 FROM pg_sleep(0.05)');
    suspend();
    suspend();
    echo 'answer ', pg_fetch_result(pg_get_result($first), 0, 0), "\n";
    pg_get_result($first);
});
$connects = spawn(function () use ($words) {
    pg_pconnect($words);
    echo "connected\n";
});
awaitAll([$asks, $connects]);

echo "-- a transaction is open\n";
$writes = spawn(function () use ($first) {
    pg_query($first, 'BEGIN');
    pg_query($first, 'SET LOCAL statement_timeout = 4711');
    suspend();
    suspend();
    // The check ends with RESET ALL.
    echo pg_fetch_result(pg_query($first, 'SHOW statement_timeout'), 0, 0), "\n";
    pg_query($first, 'COMMIT');
});
$connects = spawn(fn() => pg_pconnect($words) && print("connected\n"));
awaitAll([$writes, $connects]);

echo "-- the server ends the connection\n";
$users = [$first, pg_pconnect($words), pg_pconnect($words)];
pg_query($watch, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '$name'");
$users = [...$users, ...awaitAll(array_map(fn() => spawn(pg_pconnect(...), $words), range(1, 3)))[0]];
$answers = awaitAll(array_map(fn($user) => spawn(fn() => pg_fetch_result(pg_query($user, 'SELECT 1'), 0, 0)), $users))[0];
echo count($users), ' users: ', implode(' ', $answers), "\n";
echo json_encode(awaitAll(array_map(fn($user) => spawn(pg_close(...), $user), $users))[0]), "\n";

echo "-- each closes it while another one checks it\n";
for ($i = 0; $i < 20; $i++) {
    $pid = pg_get_pid($one = pg_pconnect($words));
    $two = pg_pconnect($words);
    if ($i % 2) {
        pg_query_params($watch, 'SELECT pg_terminate_backend($1)', [$pid]);
    }
    [$three] = awaitAll([
        spawn(pg_pconnect(...), $words),
        spawn(pg_close(...), $one),
        spawn(function () use (&$two) { $two = null; }),
    ])[0];
    if (pg_fetch_result(pg_query($three, 'SELECT 1'), 0, 0) !== '1') {
        echo "BROKEN in round $i\n";
    }
    unset($one, $three);
}
echo "done\n";
?>
--EXPECT--
-- an answer is not read yet
answer 42
connected
-- a transaction is open
4711ms
connected
-- the server ends the connection
6 users: 1 1 1 1 1 1
[true,true,true,true,true,true]
-- each closes it while another one checks it
done
