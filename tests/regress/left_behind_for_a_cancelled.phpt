--TEST--
A statement dropped while its connection goes to a waiter that is cancelled before it runs is released before the next one (D28, lifetime rule 5)
--EXTENSIONS--
pdo
pdo_sqlite
--FILE--
<?php
use function Async\{spawn, await, suspend};

$pdo = new PDO('sqlite::memory:');
$statement = $pdo->prepare('SELECT 1');
$statement->execute();
$seen = WeakReference::create($statement);
$owner = spawn(function () use ($pdo, &$statement, &$waiter) {
    $pdo->beginTransaction();
    suspend();
    suspend();
    $pdo->commit();
    // From now on it belongs to the waiter.
    $statement = null;
    $waiter->cancel();
});
$waiter = spawn(function () use ($pdo) {
    $pdo->query('SELECT 2');
});
await($owner);
try {
    await($waiter);
} catch (Async\AsyncCancellation) {
    echo "cancelled\n";
}
suspend();
var_dump($seen->get());
var_dump($pdo->query('SELECT 3')->fetchColumn());
?>
--EXPECT--
cancelled
NULL
int(3)
