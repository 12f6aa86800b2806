--TEST--
PDO with MySQL waits cooperatively and answers as outside a coroutine: connect, query, prepared, unbuffered, TLS (P10, P11)
--EXTENSIONS--
mysqlnd
pdo
mysqli
pdo_mysql
--SKIPIF--
<?php
require __DIR__ . '/../inc/servers.inc';
skip_without_server('mysql');
?>
--FILE--
<?php
require __DIR__ . '/mysql.inc';
$server = my();
$slow = slow_proxy("tcp://$server[host]:$server[port]", 80);
[$slowHost, $slowPort] = explode(':', $slow);
$slowly = fn(array $options = []) => pdo($options, "mysql:host=$slowHost;port=$slowPort;dbname=$server[database]");
$native = [PDO::ATTR_EMULATE_PREPARES => false];
$unbuffered = [PDO::MYSQL_ATTR_USE_BUFFERED_QUERY => false];
$tls = [PDO::MYSQL_ATTR_SSL_CA => $server['certificate'] ?? ''];
$letters = "SELECT 'a' AS letter, 1 AS n UNION ALL SELECT 'b', SLEEP(0.2) UNION ALL SELECT NULL, 2.5";
pdo()->exec('CREATE TABLE numbers (id INT AUTO_INCREMENT PRIMARY KEY, n INT) ENGINE=InnoDB; CREATE TABLE loaded (a INT, b TEXT)');
$file = tempnam(sys_get_temp_dir(), 'infile');
file_put_contents($file, "1\tone\n2\ttwo\n");
register_shutdown_function(fn() => unlink($file));

transparent([
    'query, TCP' => fn() => pdo()->query($letters)->fetchAll(PDO::FETCH_ASSOC),
    'query, unix socket' => fn() => pdo(dsn: "mysql:unix_socket=$server[socket];dbname=$server[database]")->query($letters)->fetchAll(),
    'exec' => fn() => pdo()->exec('DO SLEEP(0.2)'),
    'query that fails' => fn() => pdo()->query('SELECT SLEEP(0.2), nothing FROM nowhere'),
    'query that fails late' => fn() => pdo()->query('SELECT SLEEP(0.2) UNION SELECT 1 FROM (SELECT 1 AS x UNION SELECT 2) AS t WHERE (SELECT 1 UNION SELECT 2)'),
    'query that fails, warnings' => fn() => pdo([PDO::ATTR_ERRMODE => PDO::ERRMODE_WARNING])->query('SELECT SLEEP(0.2), nothing'),
    'emulated prepared' => function () {
        $statement = pdo()->prepare('SELECT :n + 1 AS n, :s AS s, SLEEP(0.2)');
        $statement->bindValue('n', 41, PDO::PARAM_INT);
        $statement->execute(['s' => "it's", 'n' => 41]);
        return (array) $statement->fetchObject();
    },
    'prepared' => function () use ($native) {
        $statement = pdo($native)->prepare('SELECT ? + 1 AS n, ? AS s, SLEEP(?)');
        $statement->execute([41, 'text', 0.1]);
        $first = $statement->fetchAll(PDO::FETCH_ASSOC);
        $statement->execute([1, null, 0.1]);
        return [$first, $statement->fetch(PDO::FETCH_NUM), $statement->fetch()];
    },
    'unbuffered' => function () use ($unbuffered) {
        $statement = pdo($unbuffered)->query("SELECT seq, REPEAT('x', 100000) AS s, IF(seq % 5, 0, SLEEP(0.06)) AS w FROM seq_1_to_25");
        $rows = [];
        while ($row = $statement->fetch(PDO::FETCH_ASSOC)) {
            $rows[] = [$row['seq'], strlen($row['s']), $row['w']];
        }
        return $rows;
    },
    'unbuffered prepared' => function () use ($unbuffered, $native) {
        $statement = pdo($unbuffered + $native)->prepare("SELECT seq, REPEAT('x', ?) AS s, IF(seq % 5, 0, SLEEP(0.06)) FROM seq_1_to_25");
        $statement->execute([100000]);
        return array_map(fn($row) => [$row[0], strlen($row[1]), $row[2]], $statement->fetchAll(PDO::FETCH_NUM));
    },
    'several results' => function () {
        $statement = pdo()->query('SELECT 1; SELECT SLEEP(0.1); SELECT 3, SLEEP(0.1)');
        $all = [];
        do {
            $all[] = $statement->fetchAll(PDO::FETCH_NUM);
        } while ($statement->nextRowset());
        return $all;
    },
    'transaction, last id' => function () {
        $db = pdo();
        $db->beginTransaction();
        $db->exec('INSERT INTO numbers (n) VALUES (1)');
        $more = (int) $db->lastInsertId() > 0;
        $db->query('SELECT SLEEP(0.2)')->fetchAll();
        $in = $db->inTransaction();
        return [$in, $more, $db->rollBack(), $db->inTransaction(), $db->query('SELECT COUNT(*) FROM numbers')->fetchColumn()];
    },
    'LOCAL INFILE' => function () use ($file) {
        $db = pdo([PDO::MYSQL_ATTR_LOCAL_INFILE => true]);
        $db->exec('TRUNCATE loaded');
        $n = $db->exec("LOAD DATA LOCAL INFILE '$file' INTO TABLE loaded (a, @b) SET b = CONCAT(@b, SLEEP(0.1))");
        return [$n, $db->query('SELECT * FROM loaded')->fetchAll(PDO::FETCH_KEY_PAIR)];
    },
    'LOCAL INFILE, not allowed' => fn() => pdo()->exec("LOAD DATA LOCAL INFILE '$file' INTO TABLE loaded"),
    'compressed' => fn() => array_map('md5', pdo([PDO::MYSQL_ATTR_COMPRESS => true])->query("SELECT REPEAT('compressible', 10000), SLEEP(0.2)")->fetch()),
    'TLS' => function () use ($tls, $letters) {
        $db = pdo($tls);
        return [$db->query("SHOW STATUS LIKE 'Ssl_cipher'")->fetchColumn(1) !== '', $db->query($letters)->fetchAll()];
    },
    'TLS, slow handshake' => fn() => $slowly($tls)->query('SELECT 1')->fetchAll(),
    'TLS, wrong authority' => fn() => $slowly([PDO::MYSQL_ATTR_SSL_CA => my_other_authority()]),
    'slow connection' => fn() => $slowly()->query('SELECT 1')->fetchAll(),
    'every step slow' => function () use ($slowly, $native) {
        $db = $slowly($native);
        $statement = $db->prepare('SELECT ?');
        $statement->execute(['x']);
        $row = $statement->fetch(PDO::FETCH_NUM);
        unset($statement);
        return [$row, $db->quote("it's"), $db->getAttribute(PDO::ATTR_SERVER_INFO) !== '', $db->exec('DO 1')];
    },
    'no server at this port' => fn() => pdo([PDO::ATTR_TIMEOUT => 1], 'mysql:host=127.0.0.1;port=1'),
    'wrong password' => fn() => new PDO("mysql:host=$server[host];port=$server[port]", 'async', 'wrong'),
    'no such database' => fn() => pdo([], "mysql:host=$server[host];port=$server[port];dbname=nowhere"),
    'time limit' => function () {
        ini_set('mysqlnd.net_read_timeout', 1);
        try {
            return pdo()->query('SELECT SLEEP(3)')->fetchAll();
        } finally {
            ini_restore('mysqlnd.net_read_timeout');
        }
    },
    'killed by another' => function () {
        $db = pdo();
        $id = $db->query('SELECT CONNECTION_ID()')->fetchColumn();
        $killer = popen("sleep 0.2; exec " . escapeshellarg(PHP_BINARY) . ' -n -d extension=mysqlnd -d extension=mysqli -r '
            . escapeshellarg('(new mysqli("127.0.0.1", "async", "secret", null, ' . my()['port'] . "))->query('KILL $id');"), 'r');
        try {
            return $db->query('SELECT SLEEP(20)')->fetchAll();
        } finally {
            pclose($killer);
        }
    },
]);
?>
--EXPECT--
query, TCP: same
query, unix socket: same
exec: same
query that fails: same
query that fails late: same
query that fails, warnings: same
emulated prepared: same
prepared: same
unbuffered: same
unbuffered prepared: same
several results: same
transaction, last id: same
LOCAL INFILE: same
LOCAL INFILE, not allowed: same
compressed: same
TLS: same
TLS, slow handshake: same
TLS, wrong authority: same
slow connection: same
every step slow: same
no server at this port: same
wrong password: same
no such database: same
time limit: same
killed by another: same
