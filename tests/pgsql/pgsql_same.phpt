--TEST--
ext/pgsql: connects, queries, COPY, notifications and large objects answer as outside a coroutine, other coroutines go on (P10, P11, IO-14)
--EXTENSIONS--
pgsql
--SKIPIF--
<?php require __DIR__ . '/../inc/servers.inc'; skip_without_server('pgsql'); ?>
--FILE--
<?php
require __DIR__ . '/connect.inc';
$server = server('pgsql');
$table = server_own_name();
$deaf = stream_socket_server('tcp://127.0.0.1:0');
$deaf_port = substr(strrchr(stream_socket_get_name($deaf, false), ':'), 1);
pg_query(pg(), "CREATE TABLE $table (n int, t text)");
$slow = "SELECT g AS n, 'row ' || g AS t, pg_sleep(0.15) AS s FROM generate_series(1, 2) g";
/** Run something on another connection, from another process, after a while. */
$later = function (float $seconds, string $sql) use ($server) {
    $ms = (int) ($seconds * 1e6);
    $code = "usleep($ms); pg_query(pg_connect(\$argv[1]), \$argv[2]);";
    return proc_open([getenv('TEST_PHP_EXECUTABLE') ?: PHP_BINARY, '-n', '-d', 'extension=pgsql', '-r', $code, pg_string(), $sql], [['null'], ['null'], ['null']], $pipes);
};
transparent([
    'pg_query' => fn() => pg_fetch_all(pg_query(pg(), $slow)),
    'several statements' => fn() => pg_fetch_all(pg_query(pg(), "$slow; SELECT 1 AS one")),
    'pg_query_params' => fn() => pg_fetch_all(pg_query_params(pg(), 'SELECT $1 AS a, pg_sleep(0.3)', ['text'])),
    'prepared' => function () {
        $c = pg();
        $p = pg_prepare($c, 'name', 'SELECT $1::int * 2 AS a, pg_sleep(0.15)');
        return [pg_result_status($p), pg_fetch_all(pg_execute($c, 'name', [1])), pg_fetch_all(pg_execute($c, 'name', [2]))];
    },
    'errors' => function () {
        $c = pg();
        $a = pg_query($c, 'SELECT pg_sleep(0.3), 1/(SELECT 0)');
        return [$a, pg_last_error($c), pg_fetch_all(pg_query($c, 'SELECT 1 AS fine'))];
    },
    'pg_send_query, pg_get_result' => function () use ($slow) {
        $c = pg();
        $all = [pg_send_query($c, "$slow; SELECT 2 AS two"), pg_connection_busy($c)];
        while ($r = pg_get_result($c)) {
            $all[] = pg_fetch_all($r);
        }
        return [$all, pg_connection_busy($c)];
    },
    'pg_send_query_params' => function () {
        $c = pg();
        pg_send_query_params($c, 'SELECT $1 AS a, pg_sleep(0.3)', ['b']);
        return pg_fetch_all(pg_get_result($c));
    },
    'pg_cancel_query' => function () {
        $c = pg();
        pg_send_query($c, 'SELECT pg_sleep(10)');
        usleep(300000);
        return [pg_cancel_query($c), pg_fetch_all(pg_query($c, 'SELECT 1 AS fine'))];
    },
    'many rows' => fn() => md5(serialize(pg_fetch_all(pg_query(pg(), "SELECT g, repeat('x', 100) FROM generate_series(1, 20000) g, pg_sleep(0.3)")))),
    'a large parameter' => fn() => pg_fetch_all(pg_query_params(pg(), 'SELECT md5($1), pg_sleep(0.3)', [str_repeat('large', 1000000)])),
    'COPY from and to' => function () use ($table) {
        $c = pg();
        pg_query($c, "TRUNCATE $table");
        $rows = array_map(fn($i) => "$i\trow $i\n", range(1, 5000));
        $in = pg_copy_from($c, $table, $rows);
        $out = pg_copy_to($c, "(SELECT n, t FROM $table ORDER BY n)");
        return [$in, $out === $rows];
    },
    'COPY by lines, slow' => function () use ($table) {
        $c = pg();
        pg_query($c, "TRUNCATE $table");
        $r = [pg_result_status(pg_query($c, "COPY $table FROM STDIN"))];
        $r[] = pg_put_line($c, "1\tone\n");
        $r[] = pg_put_line($c, "2\ttwo\n");
        $r[] = pg_put_line($c, "\\.\n");
        $r[] = pg_end_copy($c);
        return [$r, pg_copy_to($c, "(SELECT n, t FROM $table, pg_sleep(0.3))")];
    },
    'pg_get_notify' => function () use ($later) {
        $c = pg();
        pg_query($c, 'LISTEN ' . ($name = server_own_name()));
        $r = [pg_get_notify($c)];
        $p = $later(0.2, "NOTIFY $name, 'news'");
        while (!$n = pg_get_notify($c, PGSQL_ASSOC)) {
            // As the manual says: wait for the socket.
            $read = [pg_socket($c)];
            $write = $except = null;
            stream_select($read, $write, $except, 10);
        }
        proc_close($p);
        return [$r, $n['payload']];
    },
    'large objects' => function () {
        $c = pg();
        pg_query($c, 'BEGIN');
        $id = pg_lo_create($c);
        $lo = pg_lo_open($c, $id, 'w');
        $r[] = pg_lo_write($lo, str_repeat('0123456789', 30000));
        $r[] = pg_lo_seek($lo, 100000);
        $r[] = pg_lo_tell($lo);
        pg_query($c, 'SELECT pg_sleep(0.2)');
        $r[] = pg_lo_close($lo);
        $lo = pg_lo_open($c, $id, 'r');
        $r[] = strlen(pg_lo_read($lo, 300000));
        ob_start();
        pg_lo_seek($lo, 0);
        $r[] = pg_lo_read_all($lo);
        $r[] = md5(ob_get_clean());
        $r[] = pg_lo_unlink($c, $id);
        pg_query($c, 'COMMIT');
        return $r;
    },
    'by name' => fn() => pg_fetch_all(pg_query(pg_connect(strtr(pg_string(), ['127.0.0.1' => 'localhost']), PGSQL_CONNECT_FORCE_NEW), $slow)),
    'through the unix socket' => fn() => pg_fetch_all(pg_query(pg_connect(strtr(pg_string(), ['127.0.0.1' => $server['socket_folder']]), PGSQL_CONNECT_FORCE_NEW), $slow)),
    'TLS' => function () use ($server, $slow) {
        $c = pg("sslmode=verify-ca sslrootcert=$server[certificate]");
        return [pg_fetch_all(pg_query($c, $slow)), pg_fetch_all(pg_query($c, 'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()'))];
    },
    'asynchronous connect' => function () use ($slow) {
        $c = pg_connect(pg_string(), PGSQL_CONNECT_FORCE_NEW | PGSQL_CONNECT_ASYNC);
        while (($state = pg_connect_poll($c)) !== PGSQL_POLLING_OK && $state !== PGSQL_POLLING_FAILED) {
            $read = $write = [pg_socket($c)];
            $except = null;
            $state === PGSQL_POLLING_READING ? $write = null : $read = null;
            stream_select($read, $write, $except, 5);
        }
        return pg_fetch_all(pg_query($c, $slow));
    },
    'refused' => fn() => @pg_connect('host=127.0.0.1 port=1', PGSQL_CONNECT_FORCE_NEW),
    'no answer in time' => fn() => @pg_connect("host=127.0.0.1 port=$deaf_port connect_timeout=2", PGSQL_CONNECT_FORCE_NEW),
    'wrong password' => fn() => @pg_connect(strtr(pg_string(), ['secret' => 'wrong']), PGSQL_CONNECT_FORCE_NEW),
    'unknown name' => fn() => @pg_connect('host=nowhere.invalid', PGSQL_CONNECT_FORCE_NEW),
    'statement timeout' => fn() => pg_query(pg("options='-c statement_timeout=300'"), 'SELECT pg_sleep(10)'),
    'server ends the connection' => fn() => preg_replace('/\n.*/s', '', (string) pg_last_error((function () {
        $c = pg();
        @pg_query($c, 'SELECT pg_terminate_backend(pg_backend_pid()), pg_sleep(1)');
        return $c;
    })())),
]);
pg_query(pg(), "DROP TABLE $table");
?>
--EXPECT--
pg_query: same
several statements: same
pg_query_params: same
prepared: same
errors: same
pg_send_query, pg_get_result: same
pg_send_query_params: same
pg_cancel_query: same
many rows: same
a large parameter: same
COPY from and to: same
COPY by lines, slow: same
pg_get_notify: same
large objects: same
by name: same
through the unix socket: same
TLS: same
asynchronous connect: same
refused: same
no answer in time: same
wrong password: same
unknown name: same
statement timeout: same
server ends the connection: same
