--TEST--
mysqli waits cooperatively and answers as outside a coroutine: connect, query, prepared, unbuffered, multi-query, TLS (P10, P11)
--EXTENSIONS--
mysqlnd
mysqli
--INI--
mysqli.allow_local_infile=1
--SKIPIF--
<?php
require __DIR__ . '/../inc/servers.inc';
skip_without_server('mysql');
?>
--FILE--
<?php
require __DIR__ . '/mysql.inc';
$server = my();
[$slowHost, $slowPort] = explode(':', slow_proxy("tcp://$server[host]:$server[port]", 60));
$options = function (array $options, int $flags = 0, string $host = '127.0.0.1', ?int $port = null) use ($server): mysqli {
    $db = mysqli_init();
    foreach ($options as $name => $value) {
        $db->options($name, $value);
    }
    $db->real_connect($host, $server['user'], $server['password'], $server['database'], $port ?? $server['port'], null, $flags);
    return $db;
};
$slowly = fn(int $flags = 0) => $options([], $flags, $slowHost, (int) $slowPort);
my_connection()->query('CREATE TABLE loaded (a INT, b TEXT)');
$file = tempnam(sys_get_temp_dir(), 'infile');
file_put_contents($file, "1\tone\n2\ttwo\n");
register_shutdown_function(fn() => unlink($file));
$letters = "SELECT 'a' AS letter, 1 AS n UNION ALL SELECT 'b', SLEEP(0.2) UNION ALL SELECT NULL, 2.5";

transparent([
    'query, TCP' => fn() => my_connection()->query($letters)->fetch_all(MYSQLI_ASSOC),
    'query, unix socket' => fn() => my_connection(true)->query($letters)->fetch_all(),
    'query that fails' => fn() => my_connection()->query('SELECT SLEEP(0.2), nothing FROM nowhere'),
    'query that fails, warnings' => function () {
        mysqli_report(MYSQLI_REPORT_ERROR);
        try {
            $db = my_connection();
            return [$db->query('SELECT 1 FROM (SELECT SLEEP(0.2)) AS t WHERE (SELECT 1 UNION SELECT 2)'), $db->errno, $db->error, $db->sqlstate];
        } finally {
            mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
        }
    },
    'affected rows, warnings of the server' => function () {
        $db = my_connection();
        $db->query("INSERT IGNORE INTO loaded SELECT '1x', SLEEP(0.2)");
        return [$db->affected_rows, $db->warning_count, $db->info];
    },
    'prepared, get_result' => function () {
        $db = my_connection();
        $statement = $db->prepare('SELECT ? + 1 AS n, ? AS s, SLEEP(?)');
        $n = 41;
        $text = 'text';
        $sleep = 0.2;
        $statement->bind_param('isd', $n, $text, $sleep);
        $statement->execute();
        return $statement->get_result()->fetch_all(MYSQLI_ASSOC);
    },
    'prepared, bind_result' => function () {
        $db = my_connection();
        $statement = $db->prepare('SELECT seq, SLEEP(0.05) FROM seq_1_to_4');
        $statement->execute();
        $statement->bind_result($n, $slept);
        $rows = [];
        while ($statement->fetch()) {
            $rows[] = [$n, $slept];
        }
        return $rows;
    },
    'prepared with a cursor' => function () {
        $db = my_connection();
        $statement = $db->prepare('SELECT seq FROM seq_1_to_7 WHERE SLEEP(0.03) = 0');
        $statement->attr_set(MYSQLI_STMT_ATTR_CURSOR_TYPE, MYSQLI_CURSOR_TYPE_READ_ONLY);
        $statement->execute();
        $statement->bind_result($n);
        $rows = [];
        while ($statement->fetch()) {
            $rows[] = $n;
        }
        return $rows;
    },
    'long data' => function () {
        $db = my_connection();
        $statement = $db->prepare('SELECT LENGTH(?), SLEEP(0.2)');
        $null = null;
        $statement->bind_param('b', $null);
        $statement->send_long_data(0, str_repeat('x', 3000000));
        $statement->send_long_data(0, str_repeat('y', 3000000));
        $statement->execute();
        return $statement->get_result()->fetch_row();
    },
    'execute_query' => fn() => my_connection()->execute_query('SELECT ?, SLEEP(?)', ['x', 0.2])->fetch_row(),
    'unbuffered' => function () {
        $db = my_connection();
        $result = $db->query("SELECT seq, REPEAT('x', 100000), IF(seq % 5, 0, SLEEP(0.05)) FROM seq_1_to_25", MYSQLI_USE_RESULT);
        $rows = [];
        while ($row = $result->fetch_row()) {
            $rows[] = [$row[0], strlen($row[1]), $row[2]];
        }
        return $rows;
    },
    'unbuffered, left early' => function () {
        $db = my_connection();
        $result = $db->query("SELECT seq, REPEAT('x', 100000), IF(seq % 5, 0, SLEEP(0.05)) FROM seq_1_to_25", MYSQLI_USE_RESULT);
        $row = $result->fetch_row()[0];
        $result->free();
        return [$row, $db->query('SELECT 2')->fetch_row()];
    },
    'out of sync' => function () {
        $db = my_connection();
        $result = $db->query('SELECT SLEEP(0.2) FROM seq_1_to_2', MYSQLI_USE_RESULT);
        try {
            $db->query('SELECT 1');
        } catch (mysqli_sql_exception $e) {
            return [$e->getMessage(), $result->fetch_all()];
        }
    },
    'multi_query' => function () {
        $db = my_connection();
        $db->multi_query('SELECT 1; SELECT SLEEP(0.1); SELECT SLEEP(0.1), 3; SELECT nothing; SELECT 5');
        $all = [];
        try {
            do {
                $all[] = $db->store_result()->fetch_all();
            } while ($db->next_result());
        } catch (mysqli_sql_exception $e) {
            $all[] = $e->getMessage();
        }
        return [$all, $db->more_results()];
    },
    'LOCAL INFILE' => function () use ($options, $file) {
        $db = $options([MYSQLI_OPT_LOCAL_INFILE => 1]);
        $db->query('TRUNCATE loaded');
        $db->query("LOAD DATA LOCAL INFILE '$file' INTO TABLE loaded (a, @b) SET b = CONCAT(@b, SLEEP(0.1))");
        return [$db->affected_rows, $db->info, $db->query('SELECT * FROM loaded')->fetch_all()];
    },
    'LOCAL INFILE, no such file' => fn() => $options([MYSQLI_OPT_LOCAL_INFILE => 1])
        ->query("LOAD DATA LOCAL INFILE '/nowhere/at/all' INTO TABLE loaded"),
    'compressed' => fn() => array_map('md5', $options([], MYSQLI_CLIENT_COMPRESS)
        ->query("SELECT REPEAT('compressible', 10000), SLEEP(0.2)")->fetch_row()),
    'TLS' => function () use ($server, $letters) {
        $db = mysqli_init();
        $db->ssl_set(null, null, $server['certificate'] ?? '', null, null);
        $db->real_connect($server['host'], $server['user'], $server['password'], null, $server['port'], null, MYSQLI_CLIENT_SSL);
        return [$db->query("SHOW STATUS LIKE 'Ssl_cipher'")->fetch_row()[1] !== '', $db->query($letters)->fetch_all()];
    },
    'TLS, slow handshake, unverified' => fn() => $slowly(MYSQLI_CLIENT_SSL | MYSQLI_CLIENT_SSL_DONT_VERIFY_SERVER_CERT)
        ->query('SELECT 1')->fetch_row(),
    'slow connection, small commands' => function () use ($slowly, $server) {
        $db = $slowly();
        return [$db->ping(), $db->select_db($server['database']), $db->set_charset('utf8mb4'), $db->autocommit(false),
            $db->begin_transaction(), $db->commit(), $db->character_set_name(), $db->real_escape_string("it's"),
            str_contains($db->stat(), 'Uptime'), $db->change_user($server['user'], $server['password'], $server['database'])];
    },
    'kept by the process' => function () use ($server) {
        $ids = [];
        for ($i = 0; $i < 2; $i++) {
            $db = new mysqli("p:$server[host]", $server['user'], $server['password'], $server['database'], $server['port']);
            $ids[] = $db->query('SELECT CONNECTION_ID(), SLEEP(0.1)')->fetch_row()[0];
            $db->close();
        }
        return $ids[0] === $ids[1];
    },
    'no server at this port' => fn() => new mysqli('127.0.0.1', 'async', 'secret', null, 1),
    'wrong password' => fn() => new mysqli($slowHost, 'async', 'wrong', null, $slowPort),
    'read time limit' => fn() => $options([MYSQLI_OPT_READ_TIMEOUT => 1])->query('SELECT SLEEP(3)'),
    'greeting time limit' => fn() => $options([MYSQLI_OPT_READ_TIMEOUT => 1], 0, '127.0.0.1',
        (int) substr(strrchr(talker('tcp://127.0.0.1:0'), ':'), 1)),
    'closed by the server' => function () {
        $db = my_connection();
        $db->query('SET wait_timeout = 1');
        sleep(2);
        return $db->query('SELECT 1');
    },
]);
?>
--EXPECT--
query, TCP: same
query, unix socket: same
query that fails: same
query that fails, warnings: same
affected rows, warnings of the server: same
prepared, get_result: same
prepared, bind_result: same
prepared with a cursor: same
long data: same
execute_query: same
unbuffered: same
unbuffered, left early: same
out of sync: same
multi_query: same
LOCAL INFILE: same
LOCAL INFILE, no such file: same
compressed: same
TLS: same
TLS, slow handshake, unverified: same
slow connection, small commands: same
kept by the process: same
no server at this port: same
wrong password: same
read time limit: same
greeting time limit: same
closed by the server: same
