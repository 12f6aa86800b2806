--TEST--
SQLite waits cooperatively for a locked database, in PDO and SQLite3; the wait can be cancelled (P10, P11, D11, IO-14)
--EXTENSIONS--
pdo
pdo_sqlite
sqlite3
--FILE--
<?php
use function Async\{spawn, await, delay};
require __DIR__ . '/../io/transparency.inc';
$file = tempnam(sys_get_temp_dir(), 'sqlite');
$pdo = function () use ($file) {
    $pdo = new PDO("sqlite:$file", null, null, [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION]);
    $pdo->setAttribute(PDO::ATTR_TIMEOUT, 20);
    return $pdo;
};
$pdo()->exec('CREATE TABLE t (n int)');
/** Another process holds the lock for this time. */
$hold = function (int $ms) use ($file) {
    static $processes = [];
    $code = '$c = new PDO("sqlite:$argv[1]"); $c->exec("BEGIN EXCLUSIVE"); echo "held\n"; usleep($argv[2] * 1000); $c->exec("COMMIT");';
    $command = [getenv('TEST_PHP_EXECUTABLE') ?: PHP_BINARY, '-n'];
    foreach (['pdo', 'pdo_sqlite'] as $name) {
        if (is_file(ini_get('extension_dir') . "/$name.so")) {
            array_push($command, '-d', "extension=$name");
        }
    }
    $processes[] = proc_open([...$command, '-r', $code, $file, (string) $ms], [['null'], ['pipe', 'w']], $pipes);
    return fgets($pipes[1]);
};
transparent([
    'PDO' => fn() => [$hold(300), $pdo()->exec('INSERT INTO t VALUES (1)')],
    'SQLite3' => function () use ($hold, $file) {
        $hold(300);
        $c = new SQLite3($file);
        $c->busyTimeout(20000);
        return $c->exec('INSERT INTO t VALUES (2)');
    },
    'limit' => function () use ($hold, $file) {
        $hold(600);
        $c = new SQLite3($file);
        $c->busyTimeout(300);
        return [$c->exec('INSERT INTO t VALUES (3)'), $c->lastErrorMsg(), $c->busyTimeout(20000), $c->exec('INSERT INTO t VALUES (4)')];
    },
]);

echo "-- coroutines wait for each other\n";
$writers = array_map(fn($i) => spawn(function () use ($pdo, $i) {
    $c = $pdo();
    $c->exec('BEGIN IMMEDIATE');
    $n = $c->query('SELECT max(n) FROM t')->fetchColumn();
    delay(5);
    $c->exec('INSERT INTO t VALUES (' . ($n + 1) . ')');
    $c->exec('COMMIT');
    return $n + 1;
}), range(1, 10));
$numbers = array_map('Async\await', $writers);
echo count(array_unique($numbers)), "\n";

echo "-- cancelled\n";
$holder = $pdo();
$holder->exec('BEGIN IMMEDIATE');
$c = $pdo();
$waiting = spawn(fn() => $c->exec('INSERT INTO t VALUES (100)'));
delay(50);
$waiting->cancel(new Async\AsyncCancellation('enough'));
try {
    await($waiting);
} catch (Async\AsyncCancellation $e) {
    echo $e->getMessage(), ', ', $e->getPrevious()?->getMessage(), "\n";
}
$holder->exec('COMMIT');
echo $c->exec('INSERT INTO t VALUES (101)'), ' ', $c->query('SELECT count(*) FROM t WHERE n >= 100')->fetchColumn(), "\n";
unset($c, $holder, $writers, $waiting);
unlink($file);
?>
--EXPECT--
PDO: same
SQLite3: same
limit: same
-- coroutines wait for each other
10
-- cancelled
enough, SQLSTATE[HY000]: General error: 5 database is locked
1 1
