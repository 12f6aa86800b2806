--TEST--
Owners: a waiter of joinNext() needs one of the tasks only, so another task that waits for its connection closes no cycle (D44)
--EXTENSIONS--
pdo
pdo_sqlite
--FILE--
<?php
require __DIR__ . '/../inc/shared_pdo.inc';
use Async\TaskGroup;
use function Async\suspend;

$pdo = shared_pdo();
$pdo->exec('BEGIN');
$group = new TaskGroup;
$group->spawnWithKey('waits', function () use ($pdo) {
    suspend();
    $pdo->exec('INSERT INTO log VALUES (1)');
    return 'waited';
});
$group->spawnWithKey('free', function () {
    for ($i = 0; $i < 5; $i++) {
        suspend();
    }
    return 'free';
});
echo $group->joinNext(), "\n";
$pdo->exec('COMMIT');
echo $group->joinNext(), "\n";
$pdo->exec('BEGIN');
$group->spawnWithKey('waits', function () use ($pdo) {
    suspend();
    $pdo->exec('INSERT INTO log VALUES (1)');
    return 'waited';
});
// With no other task it is one.
try {
    echo $group->joinNext(), "\n";
} catch (Async\AsyncException $e) {
    echo preg_replace(['/#\d+/', '~ at .*?:~'], ['#N', ' at '], $e->getMessage()), "\n";
}
$pdo->exec('COMMIT');
?>
--EXPECTF--
free
waited
%a deadlock%a
