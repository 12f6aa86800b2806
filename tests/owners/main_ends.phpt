--TEST--
Owners: a transaction of the ended main script is rolled back only when another coroutine wants the connection (D28)
--EXTENSIONS--
pdo
pdo_sqlite
--FILE--
<?php
require __DIR__ . '/../inc/child.php';
$start = 'require ' . var_export(realpath(__DIR__ . '/../inc/shared_pdo.inc'), true) . ';
    ini_set("display_errors", "1"); ini_set("html_errors", "0");
    $pdo = shared_pdo();';

show_php('no waiter: a shutdown function commits', $start . '
    register_shutdown_function(function () use ($pdo) {
        var_dump($pdo->inTransaction(), $pdo->commit());
        echo entries($pdo), "\n";
    });
    Async\spawn(fn() => print("a coroutine\n"));
    $pdo->beginTransaction();
    $pdo->exec("INSERT INTO log VALUES (1)");');
show_php('a coroutine waits', $start . '
    Async\spawn(fn() => print("found: " . entries($pdo) . "\n"));
    $pdo->beginTransaction();
    $pdo->exec("INSERT INTO log VALUES (1)");');
show_php('a coroutine comes later', $start . '
    Async\spawn(function () use ($pdo) {
        rounds();
        echo "found: ", entries($pdo), "\n";
    });
    $pdo->beginTransaction();
    $pdo->exec("INSERT INTO log VALUES (1)");');
show_php('exit', $start . '
    Async\spawn(fn() => print("found: " . entries($pdo) . "\n"));
    $pdo->beginTransaction();
    $pdo->exec("INSERT INTO log VALUES (1)");
    Async\suspend();
    exit(3);');
?>
--EXPECTF--
-- no waiter: a shutdown function commits
a coroutine
bool(true)
bool(true)
1
status 0
-- a coroutine waits

Warning: PDO connection: the main script ended inside a transaction, which is rolled back in Standard input code on line 5
found:
status 0
-- a coroutine comes later
found:%w
Warning: PDO connection: the main script ended inside a transaction, which is rolled back in Standard input code on line 8
status 0
-- exit

status 3
