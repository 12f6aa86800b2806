--TEST--
Owners: a coroutine drops the last reference on the stream of a large object while PDO closes it with the transaction
--EXTENSIONS--
pdo
pdo_pgsql
--SKIPIF--
<?php require __DIR__ . '/../inc/servers.inc'; skip_without_server('pgsql'); ?>
--FILE--
<?php
require __DIR__ . '/../pgsql/connect.inc';
use function Async\{await, spawn};

$pdo = pg_pdo();
$pdo->beginTransaction();
$oid = $pdo->pgsqlLOBCreate();
$pdo->commit();
$errors = 0;
for ($i = 0; $i < 20; $i++) {
    $pdo->beginTransaction();
    // It begins while commit() waits for the server, finds the stream closed, and has the only reference on it.
    $other = spawn(function ($stream) use (&$errors) {
        try {
            fread($stream, 10);
        } catch (TypeError) {
            $errors++;
        }
    }, $pdo->pgsqlLOBOpen($oid, 'r'));
    $i % 2 ? $pdo->commit() : $pdo->rollBack();
    await($other);
    $used[] = str_repeat('used again', 5);
}
$pdo->beginTransaction();
$pdo->pgsqlLOBUnlink($oid);
var_dump($pdo->commit(), $errors);
?>
--EXPECT--
bool(true)
int(20)
