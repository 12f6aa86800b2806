--TEST--
Owners: an owner that ends inside a transaction: rollback with a warning, then the next waiter (D28, D36)
--EXTENSIONS--
pdo
pdo_sqlite
--FILE--
<?php
require __DIR__ . '/../inc/shared_pdo.inc';
use function Async\{spawn, await, suspend};

set_error_handler(function (int $type, string $text, string $file, int $line) {
    echo preg_replace(['/#\d+/', '~at \S*/~'], ['#N', 'at '], "Warning: $text on line $line\n");
    return true;
}, E_ALL & ~E_DEPRECATED); // methods of the driver, from 8.5 on
$pdo = shared_pdo();
function leave(PDO $pdo, callable $end): void
{
    $owner = spawn(function () use ($pdo, $end) {
        $pdo->exec('BEGIN');
        $pdo->exec("INSERT INTO log VALUES ('lost')");
        rounds(3);
        $end();
    });
    suspend();
    $next = spawn(fn() => $pdo->exec("INSERT INTO log VALUES ('next')"));
    try {
        await($owner);
    } catch (Throwable $e) {
        echo get_class($e), "\n";
    }
    await($next);
    echo entries($pdo), "\n";
    $pdo->exec('DELETE FROM log');
}

echo "-- returns\n";
leave($pdo, fn() => null);
echo "-- throws\n";
leave($pdo, fn() => throw new DomainException);
echo "-- is cancelled\n";
leave($pdo, function () {
    Async\currentCoroutine()->cancel();
    suspend();
});
echo "-- no waiter\n";
await(spawn(fn() => $pdo->beginTransaction()));
rounds();
var_dump($pdo->inTransaction(), $pdo->beginTransaction(), $pdo->commit());
?>
--EXPECT--
-- returns
Warning: PDO connection: coroutine #N spawned at owner_ends.php:12, by the main script, ended inside a transaction, which is rolled back on line 13
next
-- throws
Warning: PDO connection: coroutine #N spawned at owner_ends.php:12, by the main script, ended inside a transaction, which is rolled back on line 13
DomainException
next
-- is cancelled
Warning: PDO connection: coroutine #N spawned at owner_ends.php:12, by the main script, ended inside a transaction, which is rolled back on line 13
Async\AsyncCancellation
next
-- no waiter
Warning: PDO connection: coroutine #N spawned at owner_ends.php:40, by the main script, ended inside a transaction, which is rolled back on line 40
bool(false)
bool(true)
bool(true)
