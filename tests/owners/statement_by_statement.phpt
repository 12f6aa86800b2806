--TEST--
Owners: a statement ends before the next one of the same connection begins, in the order of the calls (D28)
--EXTENSIONS--
pdo
pdo_sqlite
--FILE--
<?php
require __DIR__ . '/../inc/shared_pdo.inc';
use function Async\{spawn, await, awaitAll};

$pdo = shared_pdo();
$prepared = $pdo->prepare('SELECT pause(?)');
$tasks = [
    spawn(fn() => $pdo->query("SELECT pause('query')")->fetchColumn()),
    spawn(fn() => $pdo->exec("INSERT INTO log VALUES (pause('exec'))")),
    spawn(fn() => $prepared->execute(['prepared']) ? $prepared->fetchColumn() : null),
    spawn(fn() => $pdo->query("SELECT say('last')")->fetchColumn()),
];
echo json_encode(awaitAll($tasks)[0]), "\n";

// Another connection is independent.
$other = shared_pdo();
$tasks = [
    spawn(fn() => $pdo->query("SELECT pause('one')")->fetchColumn()),
    spawn(fn() => $other->query("SELECT say('other')")->fetchColumn()),
];
awaitAll($tasks);
?>
--EXPECT--
query begins
query ends
exec begins
exec ends
prepared begins
prepared ends
last
["query",1,"prepared","last"]
one begins
other
one ends
