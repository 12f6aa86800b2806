--TEST--
PDO with PostgreSQL answers as outside a coroutine, other coroutines go on (P10, P11, IO-14)
--EXTENSIONS--
pdo
pdo_pgsql
--SKIPIF--
<?php require __DIR__ . '/../inc/servers.inc'; skip_without_server('pgsql'); ?>
--FILE--
<?php
require __DIR__ . '/connect.inc';
$server = server('pgsql');
$slow = "SELECT g AS n, 'row ' || g AS t, pg_sleep(0.15) AS s FROM generate_series(1, 2) g";
transparent([
    'query' => fn() => pg_pdo()->query($slow)->fetchAll(PDO::FETCH_ASSOC),
    'exec' => fn() => pg_pdo()->exec('SELECT pg_sleep(0.3)'),
    'prepared' => function () {
        $s = pg_pdo()->prepare('SELECT ?::int * 2 AS a, pg_sleep(0.15)');
        return array_map(function ($i) use ($s) {
            $s->execute([$i]);
            return $s->fetchAll(PDO::FETCH_NUM);
        }, [1, 2]);
    },
    'prepared, emulated' => function () {
        $s = pg_pdo([PDO::ATTR_EMULATE_PREPARES => true])->prepare('SELECT ? AS a, pg_sleep(0.3)');
        $s->execute(["it's"]);
        return $s->fetchAll(PDO::FETCH_NUM);
    },
    'cursor' => function () {
        $p = pg_pdo();
        $p->beginTransaction();
        $s = $p->prepare('SELECT g, pg_sleep(0.1) FROM generate_series(1, 3) g', [PDO::ATTR_CURSOR => PDO::CURSOR_SCROLL]);
        $s->execute();
        return [$s->fetch(PDO::FETCH_NUM), $s->fetch(PDO::FETCH_NUM), $s->fetch(PDO::FETCH_NUM), $s->fetch()];
    },
    'foreach' => function () use ($slow) {
        foreach (pg_pdo()->query($slow, PDO::FETCH_NUM) as $row) {
            $all[] = $row;
        }
        return $all;
    },
    'errors' => function () {
        $p = pg_pdo();
        try {
            $p->query('SELECT pg_sleep(0.3), 1/(SELECT 0)');
        } catch (PDOException $e) {
            return [$e->getMessage(), $e->errorInfo, $p->errorCode(), $p->query('SELECT 1')->fetchColumn()];
        }
    },
    'transactions' => function () {
        $p = pg_pdo();
        $p->beginTransaction();
        $p->exec('CREATE TEMPORARY TABLE t (n int)');
        $p->exec('INSERT INTO t SELECT 1 FROM pg_sleep(0.3)');
        $p->commit();
        $p->beginTransaction();
        $p->exec('INSERT INTO t VALUES (2)');
        $p->rollBack();
        return $p->query('SELECT * FROM t')->fetchAll(PDO::FETCH_COLUMN);
    },
    'notification in time' => function () {
        $p = pg_pdo();
        $p->exec('LISTEN ' . ($name = server_own_name()));
        // A stock client in another process.
        $sleep = proc_open([getenv('TEST_PHP_EXECUTABLE') ?: PHP_BINARY, '-n', '-d', 'extension=pdo', '-d', 'extension=pdo_pgsql', '-r',
            'usleep(200000); (new PDO($argv[1]))->exec($argv[2]);', 'pgsql:' . strtr(trim(pg_string()), ' ', ';'), "NOTIFY $name, 'news'"], [['null'], ['null'], ['null']], $pipes);
        $n = $p->pgsqlGetNotify(PDO::FETCH_ASSOC, 20000);
        proc_close($sleep);
        return $n['payload'];
    },
    'no notification in time' => function () {
        $p = pg_pdo();
        $p->exec('LISTEN nobody');
        return $p->pgsqlGetNotify(PDO::FETCH_ASSOC, 300);
    },
    'COPY' => function () {
        $p = pg_pdo();
        $p->exec('CREATE TEMPORARY TABLE t (n int, t text)');
        $rows = array_map(fn($i) => "$i\trow $i\n", range(1, 3000));
        $in = $p->pgsqlCopyFromArray('t', $rows);
        $p->exec('SELECT pg_sleep(0.3)');
        return [$in, $p->pgsqlCopyToArray('t') === $rows];
    },
    'large objects' => function () {
        $p = pg_pdo();
        $p->beginTransaction();
        $id = $p->pgsqlLOBCreate();
        $stream = $p->pgsqlLOBOpen($id, 'w');
        $r[] = fwrite($stream, str_repeat('0123456789', 30000));
        $stream = null;
        $p->exec('SELECT pg_sleep(0.3)');
        $stream = $p->pgsqlLOBOpen($id, 'r');
        $r[] = md5(stream_get_contents($stream));
        $stream = null;
        $r[] = $p->pgsqlLOBUnlink($id);
        $p->commit();
        return $r;
    },
    'through the unix socket' => fn() => (new PDO("pgsql:host=$server[socket_folder];port=$server[port];dbname=$server[database];user=$server[user];password=$server[password]"))->query($slow)->fetchAll(PDO::FETCH_NUM),
    'TLS' => fn() => (new PDO("pgsql:host=$server[host];port=$server[port];dbname=$server[database];user=$server[user];password=$server[password];sslmode=require"))->query($slow)->fetchAll(PDO::FETCH_NUM),
    'refused' => fn() => new PDO('pgsql:host=127.0.0.1;port=1'),
]);
?>
--EXPECT--
query: same
exec: same
prepared: same
prepared, emulated: same
cursor: same
foreach: same
errors: same
transactions: same
notification in time: same
no notification in time: same
COPY: same
large objects: same
through the unix socket: same
TLS: same
refused: same
