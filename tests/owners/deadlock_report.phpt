--TEST--
Owners: a deadlock report names the connection and its owner; a cycle gets an AsyncException (D28, D21, D44)
--EXTENSIONS--
pdo
pdo_sqlite
--FILE--
<?php
require __DIR__ . '/../inc/child.php';
$start = 'require ' . var_export(realpath(__DIR__ . '/../inc/shared_pdo.inc'), true) . ';';
show_php('the owner waits for a channel', $start . '
    $pdo = shared_pdo();
    $owner = Async\spawn(function () use ($pdo) {
        $pdo->beginTransaction();
        (new Async\Channel)->recv();
    });
    $waiter = Async\spawn(fn() => $pdo->exec("SELECT 1"));
    Async\await($waiter);');
show_php('the owner waits for the coroutine that waits for it', $start . '
    $pdo = shared_pdo();
    $owner = Async\spawn(function () use ($pdo, &$waiter) {
        $pdo->beginTransaction();
        Async\await($waiter);
    });
    $waiter = Async\spawn(fn() => $pdo->exec("SELECT 1"));
    Async\await($waiter);');
?>
--EXPECTF--
-- the owner waits for a channel
%AWarning: Deadlock: coroutine #3 spawned at Standard input code:7, by the main script, suspended at Standard input code:7, waits for PDO connection, held by coroutine #2 in Standard input code on line 7

Warning: PDO connection: coroutine #2 spawned at Standard input code:3, by the main script, ended inside a transaction, which is rolled back in Standard input code on line 4
%AFatal error: Uncaught Async\DeadlockError: Deadlock detected: all 3 coroutines wait and nothing can wake one in %a
status 255
-- the owner waits for the coroutine that waits for it

Fatal error: Uncaught Async\AsyncException: The PDO connection is used by coroutine #2 spawned at Standard input code:3, which waits for this coroutine: a deadlock. End the transaction, %a
Warning: PDO connection: coroutine #2 spawned at Standard input code:3, by the main script, ended inside a transaction, which is rolled back in Standard input code on line 4
status 255
