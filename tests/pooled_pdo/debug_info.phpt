--TEST--
var_dump() of a PooledPDO shows the state of its pool, and neither the password nor a connection
--EXTENSIONS--
pdo
pdo_sqlite
--FILE--
<?php
use function Async\{await, spawn, suspend};

function shown(object $object): string
{
    ob_start();
    var_dump($object);
    return trim(preg_replace(['/#\d+/', '/\s+/'], ['', ' '], ob_get_clean()));
}

$pooled = new Async\PooledPDO('sqlite::memory:', 'a user', 'a secret', max: 3);
echo shown($pooled), "\n";
$users = [];
for ($i = 0; $i < 5; $i++) {
    $users[] = spawn(function () use ($pooled) {
        $pooled->query('SELECT 1')->fetchAll();
        suspend();
        suspend();
    });
}
suspend();
suspend();
echo shown($pooled), "\n";
array_map(Async\await(...), $users);
while ($pooled->getPool()->idle() < 3) {
    suspend();
}
echo shown($pooled), "\n";
$pooled->getPool()->close();
echo shown($pooled), "\n";
?>
--EXPECTF--
object(Async\PooledPDO) (1) { ["pool":"Async\PooledPDO":private]=> object(Async\Pool) (7) { ["state"]=> string(4) "open" ["createdAt"]=> string(%d) "%sdebug_info.php:%d" ["max"]=> int(3) ["count"]=> int(0) ["idle"]=> int(0) ["lent"]=> int(0) ["waiters"]=> int(0) } }
object(Async\PooledPDO) (1) { ["pool":"Async\PooledPDO":private]=> object(Async\Pool) (7) { ["state"]=> string(4) "open" ["createdAt"]=> string(%d) "%sdebug_info.php:%d" ["max"]=> int(3) ["count"]=> int(3) ["idle"]=> int(0) ["lent"]=> int(3) ["waiters"]=> int(2) } }
object(Async\PooledPDO) (1) { ["pool":"Async\PooledPDO":private]=> object(Async\Pool) (7) { ["state"]=> string(4) "open" ["createdAt"]=> string(%d) "%sdebug_info.php:%d" ["max"]=> int(3) ["count"]=> int(3) ["idle"]=> int(3) ["lent"]=> int(0) ["waiters"]=> int(0) } }
object(Async\PooledPDO) (1) { ["pool":"Async\PooledPDO":private]=> object(Async\Pool) (7) { ["state"]=> string(6) "closed" ["createdAt"]=> string(%d) "%sdebug_info.php:%d" ["max"]=> int(3) ["count"]=> int(0) ["idle"]=> int(0) ["lent"]=> int(0) ["waiters"]=> int(0) } }
