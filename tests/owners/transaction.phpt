--TEST--
Owners: a transaction belongs to one coroutine until commit or rollback, also with a raw BEGIN (D28)
--EXTENSIONS--
pdo
pdo_sqlite
--FILE--
<?php
require __DIR__ . '/../inc/shared_pdo.inc';
use function Async\{spawn, await, awaitAll};

$pdo = shared_pdo();
$ways = [
    'method' => [fn() => $pdo->beginTransaction(), fn() => $pdo->commit()],
    'method, rolled back' => [fn() => $pdo->beginTransaction(), fn() => $pdo->rollBack()],
    'raw' => [fn() => $pdo->exec('BEGIN'), fn() => $pdo->exec('COMMIT')],
    'raw, prepared' => [fn() => $pdo->prepare('BEGIN')->execute(), fn() => $pdo->query('END')],
    'raw, rolled back' => [fn() => $pdo->query('BEGIN'), fn() => $pdo->exec('ROLLBACK')],
    'savepoint' => [fn() => $pdo->exec('SAVEPOINT s'), fn() => $pdo->exec('RELEASE s')],
];
foreach ($ways as $name => [$begin, $end]) {
    $pdo->exec('DELETE FROM log');
    echo "-- $name\n";
    awaitAll([
        spawn(function () use ($pdo, $begin, $end) {
            $begin();
            $pdo->exec("INSERT INTO log VALUES ('first')");
            rounds();
            $pdo->exec("INSERT INTO log VALUES ('second')");
            rounds();
            echo "it ends\n";
            $end();
        }),
        spawn(fn() => $pdo->exec("INSERT INTO log VALUES ('other')")),
        spawn(fn() => print('in transaction: ' . json_encode($pdo->inTransaction()) . "\n")),
    ]);
    echo entries($pdo), "\n";
}
?>
--EXPECT--
-- method
it ends
in transaction: false
first second other
-- method, rolled back
it ends
in transaction: false
other
-- raw
it ends
in transaction: false
first second other
-- raw, prepared
it ends
in transaction: false
first second other
-- raw, rolled back
it ends
in transaction: false
other
-- savepoint
it ends
in transaction: false
first second other
