--TEST--
Owners: a connection without references takes its transaction with it, and its place is free for the next one (D28)
--EXTENSIONS--
pdo
pdo_sqlite
--FILE--
<?php
require __DIR__ . '/../inc/shared_pdo.inc';
use function Async\{spawn, await, suspend};

for ($i = 0; $i < 20; $i++) {
    $pdo = shared_pdo();
    $task = spawn(function () use (&$pdo) {
        $pdo->beginTransaction();
        $pdo->exec("INSERT INTO log VALUES ('lost')");
        $pdo = null;
        rounds(3);
    });
    suspend();
    // The new connection can have the same address.
    $pdo = shared_pdo();
    $pdo->exec("INSERT INTO log VALUES ('kept')");
    if (entries($pdo) !== 'kept') {
        echo "WRONG\n";
    }
    await($task);
}

// A statement keeps the connection.
$pdo = shared_pdo();
$statement = $pdo->prepare("SELECT say('still there')");
$task = spawn(function ($pdo) {
    $pdo->beginTransaction();
    unset($pdo);
    rounds(3);
    echo "it ends\n";
}, $pdo);
unset($pdo);
suspend();
set_error_handler(fn($type, $text) => print(strstr($text, ', ended') . "\n"));
$statement->execute();
?>
--EXPECT--
it ends
, ended inside a transaction, which is rolled back
still there
