--TEST--
Fifty PostgreSQL queries take the time of one, with the answers of a sequential run (P11, IO-14)
--EXTENSIONS--
pgsql
pdo
pdo_pgsql
--SKIPIF--
<?php require __DIR__ . '/../inc/servers.inc'; skip_without_server('pgsql'); ?>
--FILE--
<?php
use function Async\{spawn, await};
require __DIR__ . '/connect.inc';
// The server gives up on clients that take a minute for their password.
$last = getenv('ASYNC_TEST_TOOL') ? 9 : 49;
$calls = [
    'pgsql' => function (float $s) {
        $c = pg('sslmode=disable');
        return fn(int $i) => pg_fetch_all(pg_query_params($c, 'SELECT $1::int AS i, repeat($2, 1000) AS r FROM pg_sleep($3)', [$i, $i, $s]));
    },
    'pdo' => function (float $s) {
        $statement = pg_pdo()->prepare('SELECT ?::int AS i, repeat(?, 1000) AS r FROM pg_sleep(?)');
        return function (int $i) use ($statement, $s) {
            $statement->execute([$i, $i, $s]);
            return $statement->fetchAll();
        };
    },
];
foreach ($calls as $name => $connect) {
    $run = $connect(0);
    $one = array_map($run, range(0, $last));
    $fifty = array_map('Async\await', array_map(fn() => spawn(fn() => $connect(1)), range(0, $last)));
    for ($try = 0, $took = []; $try < 4 && (!$took || min($took) > 1300); $try++) {
        $start = hrtime(true);
        $all = array_map(fn($i) => spawn(fn() => $fifty[$i]($i)), range(0, $last));
        $answers = array_map('Async\await', $all);
        $took[] = (hrtime(true) - $start) / 1e6;
    }
    var_dump($answers === $one);
    echo $name, min($took) <= (getenv('ASYNC_TEST_TOOL') ? 15000 : 1300) ? ": together\n" : sprintf(": %d ms\n", min($took));
    unset($run, $fifty, $all);
}
echo Async\stats()['blocked_in_place'], "\n";
?>
--EXPECT--
bool(true)
pgsql: together
bool(true)
pdo: together
0
