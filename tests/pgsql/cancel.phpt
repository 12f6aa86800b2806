--TEST--
PostgreSQL calls cancelled in any phase end at once; the connection can be used again or is closed (D11, D34, IO-14)
--EXTENSIONS--
pgsql
pdo
pdo_pgsql
--SKIPIF--
<?php require __DIR__ . '/../inc/servers.inc'; skip_without_server('pgsql'); ?>
--FILE--
<?php
use function Async\stats;
require __DIR__ . '/cancel.inc';
$deaf = stream_socket_server('tcp://127.0.0.1:0');
$deaf_port = substr(strrchr(stream_socket_get_name($deaf, false), ':'), 1);
$descriptors = fn() => count(scandir('/proc/self/fd'));
$long = 2 * $slow;
$rows = fn(string $what) => "SELECT $what, pg_sleep(" . 0.001 * $slow . ') FROM generate_series(1, 2000) g';
$once = function () use ($cancel, $deaf_port, $long, $rows) {
    $cancel('connecting', fn() => pg_connect("host=127.0.0.1 port=$deaf_port", PGSQL_CONNECT_FORCE_NEW));
    $cancel('connecting with TLS', fn() => pg_connect("host=127.0.0.1 port=$deaf_port sslmode=require", PGSQL_CONNECT_FORCE_NEW));
    $cancel('pg_query', fn($c) => pg_query($c, 'SELECT pg_sleep(' . $long . ')'), pg());
    $cancel('pg_query_params', fn($c) => pg_query_params($c, 'SELECT pg_sleep($1)', [$long]), pg());
    $cancel('pg_get_result', fn($c) => pg_send_query($c, 'SELECT pg_sleep(' . $long . ')') && pg_get_result($c), pg());
    $cancel('many rows', fn($c) => pg_query($c, $rows("repeat('x', 1000)")), pg());
    $cancel('COPY', fn($c) => pg_copy_to($c, '(' . $rows('g') . ')'), pg());
    $cancel('waiting for a lock', function ($c) use ($long) {
        return pg_query($c, 'SELECT pg_advisory_lock(4711), pg_sleep(' . $long . ')');
    }, pg());
    $cancel('PDO, connecting', fn() => new PDO("pgsql:host=127.0.0.1;port=$deaf_port"));
    $cancel('PDO, query', fn($c) => $c->query('SELECT pg_sleep(' . $long . ')'), pg_pdo());
    $cancel('PDO, prepared', function ($c) use ($long) {
        $s = $c->prepare('SELECT pg_sleep(?)');
        $s->execute([$long]);
    }, pg_pdo());
    $cancel('PDO, notification', fn($c) => $c->pgsqlGetNotify(PDO::FETCH_ASSOC, 100000), pg_pdo());
    $cancel('PDO, COPY', fn($c) => $c->pgsqlCopyToArray('(' . $rows('g') . ')'), pg_pdo());
};
$once();
gc_collect_cycles();
$before = $descriptors();
echo "-- again, and nothing is left behind\n";
ob_start();
$once();
echo substr_count(ob_get_clean(), 'enough'), ' ';
gc_collect_cycles();
echo $descriptors() - $before, ' ', stats()['waiting'], ' ', stats()['blocked_in_place'], "\n";
?>
--EXPECT--
connecting: ["enough",null]
connecting with TLS: ["enough",null]
pg_query: ["enough",null], then closed
pg_query_params: ["enough",null], then closed
pg_get_result: ["enough",null], then closed
many rows: ["enough",null], then closed
COPY: ["enough",null], then closed
waiting for a lock: ["enough",null], then closed
PDO, connecting: ["enough","PDOException"]
PDO, query: ["enough","PDOException"], then closed
PDO, prepared: ["enough","PDOException"], then closed
PDO, notification: ["enough",null], then usable
PDO, COPY: ["enough","PDOException"], then closed
-- again, and nothing is left behind
13 0 0 0
