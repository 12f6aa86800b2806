--TEST--
PooledPDO: a wait for a connection while all are kept by coroutines that wait for one is an exception for the one that closes the cycle, also when timers are alive (D44)
--EXTENSIONS--
pdo
pdo_sqlite
--FILE--
<?php
use Async\{AsyncException, PooledPDO};
use function Async\{await, awaitAll, delay, spawn};

/* The deadlock report would come after its end only. */
$alive = spawn(fn() => delay(600_000));
$text = '';
foreach ([1, 3, 12] as $max) {
    foreach (['the child waits last', 'the parent waits last'] as $order => $title) {
        foreach (['PooledPDO' => 0, 'PDO' => 1] as $kind => $is_plain) {
            $db = $is_plain ? new PDO('sqlite::memory:', options: ['async.pool' => $max])
                : new PooledPDO('sqlite::memory:', max: $max);
            PooledPDO::releaseOf($db);
            $parents = $children = [];
            $begun = 0;
            for ($i = 0; $i < $max; $i++) {
                $parents[] = spawn(function () use ($db, $order, $max, &$children, &$begun, &$text) {
                    $db->beginTransaction();
                    for ($begun++; $begun < $max; ) delay(1);
                    $child = $children[] = spawn(fn() => $db->query('SELECT 1')->fetchColumn());
                    while ($order && PooledPDO::poolOf($db)->waiting() < $max) delay(1);
                    try {
                        await($child);
                        $db->commit();
                        return 'done';
                    } catch (AsyncException $e) {
                        $text = $e->getMessage();
                        $db->rollBack();
                        return 'refused';
                    }
                });
            }
            [$results] = awaitAll($parents);
            [$ones, $errors] = awaitAll($children);
            $results = array_count_values($results);
            ksort($results);
            echo "$kind, $max, $title: ", json_encode($results), ', ', count($ones), ' children of ', count($children), "\n";
        }
    }
}
echo $text, "\n";
$alive->cancel();
?>
--EXPECTF--
PooledPDO, 1, the child waits last: {"refused":1}, 0 children of 1
PDO, 1, the child waits last: {"refused":1}, 0 children of 1
PooledPDO, 1, the parent waits last: {"refused":1}, 1 children of 1
PDO, 1, the parent waits last: {"refused":1}, 1 children of 1
PooledPDO, 3, the child waits last: {"done":2,"refused":1}, 2 children of 3
PDO, 3, the child waits last: {"done":2,"refused":1}, 2 children of 3
PooledPDO, 3, the parent waits last: {"done":2,"refused":1}, 3 children of 3
PDO, 3, the parent waits last: {"done":2,"refused":1}, 3 children of 3
PooledPDO, 12, the child waits last: {"done":11,"refused":1}, 11 children of 12
PDO, 12, the child waits last: {"done":11,"refused":1}, 11 children of 12
PooledPDO, 12, the parent waits last: {"done":11,"refused":1}, 12 children of 12
PDO, 12, the parent waits last: {"done":11,"refused":1}, 12 children of 12
This wait would never end, a deadlock: all connections of PDO made at %s:%d are kept by coroutines that wait for one, the last by coroutine #%d spawned at %s:%d. Give the connection back before the wait, or let the pool have more
