--TEST--
Owners: a PostgreSQL statement dropped during a failed transaction of another owner is deallocated afterwards (D28)
--EXTENSIONS--
pdo
pdo_pgsql
pgsql
--SKIPIF--
<?php require __DIR__ . '/../inc/servers.inc'; skip_without_server('pgsql'); ?>
--FILE--
<?php
require __DIR__ . '/../pgsql/connect.inc';
use function Async\{await, delay, spawn};

$pdo = pg_pdo();
$count = fn() => $pdo->query('SELECT COUNT(*) FROM pg_prepared_statements', PDO::FETCH_NUM)->fetchColumn();
$mine = $pdo->prepare('SELECT ?::int');
$mine->execute([1]);
$before = $count();
$failed = false;
$other = spawn(function () use ($pdo, &$failed) {
    $pdo->beginTransaction();
    try {
        $pdo->exec('SELECT nothing');
    } catch (PDOException $e) {
        echo $e->getCode(), "\n";
    }
    $failed = true;
    delay(10);
    try {
        $pdo->exec('SELECT 1');
    } catch (PDOException $e) {
        echo $e->getCode(), "\n";
    }
    $pdo->rollBack();
});
while (!$failed) {
    delay(1);
}
$mine = null;
await($other);
echo $before - $count(), " forgotten\n";
?>
--EXPECT--
42703
25P02
1 forgotten
