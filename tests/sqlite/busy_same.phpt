--TEST--
SQLite's busy time limit waits cooperatively: the holder of the lock can be a coroutine of the same process (P10, P11)
--EXTENSIONS--
pdo
pdo_sqlite
sqlite3
--FILE--
<?php
require __DIR__ . '/../io/transparency.inc';
$file = tempnam(sys_get_temp_dir(), 'sqlite');
register_shutdown_function(fn() => array_map('unlink', glob("$file*")));
$open = function (int $ms = 5000) use ($file): SQLite3 {
    $db = new SQLite3($file);
    $db->enableExceptions(true);
    $db->busyTimeout($ms);
    return $db;
};
$pdo = fn(int $seconds = 5) => new PDO("sqlite:$file", options: [PDO::ATTR_TIMEOUT => $seconds, PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION]);
$open()->exec('CREATE TABLE t (n INTEGER)');
$holder = $open();
$hold = fn() => $holder->exec('BEGIN EXCLUSIVE');
// The lock is held all the time: each wait ends by its limit.
$hold();
transparent([
    'SQLite3, limit' => function () use ($open) {
        $db = $open(300);
        return $db->exec('INSERT INTO t VALUES (1)');
    },
    'SQLite3, query' => fn() => $open(300)->query('SELECT * FROM t'),
    'SQLite3, no limit' => fn() => $open(0)->exec('INSERT INTO t VALUES (1)'),
    'PDO' => fn() => $pdo(1)->exec('INSERT INTO t VALUES (1)'),
    'PDO, prepared' => fn() => $pdo(1)->prepare('SELECT * FROM t')->execute(),
]);
$holder->exec('COMMIT');

// The holder waits for something else in a coroutine, and releases the lock.
foreach (['SQLite3' => $open, 'PDO' => $pdo] as $name => $connect) {
    $hold();
    $writer = Async\spawn(function () use ($connect) {
        $db = $connect();
        $start = hrtime(true);
        $db->exec('INSERT INTO t VALUES (1)');
        return (hrtime(true) - $start) / 1e6 > 150 ? 'waited and wrote' : 'did not wait';
    });
    Async\delay(200);
    $holder->exec('COMMIT');
    echo "$name: ", Async\await($writer), "\n";
}

// Many of them.
$writers = [];
for ($i = 0; $i < 10; $i++) {
    $writers[] = Async\spawn(function () use ($open, $i) {
        $db = $open(30000);
        $db->exec('BEGIN IMMEDIATE');
        $db->exec("INSERT INTO t VALUES ($i)");
        Async\delay(5);
        $db->exec('COMMIT');
    });
}
Async\await_all_or_fail($writers);
echo $open()->querySingle('SELECT COUNT(*) FROM t'), " rows\n";

// Cancelled while it waits: an error of the driver inside, the cancellation outside, and the connection stays usable.
$hold();
foreach (['SQLite3' => $open, 'PDO' => $pdo] as $name => $connect) {
    $db = $name === 'PDO' ? $connect(100) : $connect(100000);
    $writer = Async\spawn(function () use ($db) {
        try {
            $db->exec('INSERT INTO t VALUES (1)');
        } catch (Exception $e) {
            echo "BROKEN: caught $e\n";
        }
    });
    Async\delay(20);
    $start = hrtime(true);
    $writer->cancel();
    try {
        Async\await($writer);
    } catch (Async\AsyncCancellation) {
        echo "$name: cancelled", (hrtime(true) - $start) / 1e9 < 5 ? '' : ' late', "\n";
    }
    $left[] = $db;
}
$holder->exec('COMMIT');
foreach ($left as $db) {
    $db->exec('INSERT INTO t VALUES (1)');
}
echo $open()->querySingle('SELECT COUNT(*) FROM t'), " rows\n";
?>
--EXPECT--
SQLite3, limit: same
SQLite3, query: same
SQLite3, no limit: same
PDO: same
PDO, prepared: same
SQLite3: waited and wrote
PDO: waited and wrote
12 rows
SQLite3: cancelled
PDO: cancelled
14 rows
