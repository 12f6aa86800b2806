--TEST--
Owners: a call that would close a cycle of owners throws AsyncException, and the other coroutines go on (D28)
--EXTENSIONS--
pdo
pdo_sqlite
--FILE--
<?php
require __DIR__ . '/../inc/shared_pdo.inc';
use function Async\{spawn, await, awaitAll};

$connections = [shared_pdo(), shared_pdo(), shared_pdo()];
function circle(array $connections, int $count): void
{
    $tasks = [];
    for ($i = 0; $i < $count; $i++) {
        $tasks[] = spawn(function ($own, $next) use ($i) {
            $own->exec('BEGIN');
            rounds($i + 1);
            try {
                echo "#$i wants another\n";
                $next->exec("INSERT INTO log VALUES ($i)");
            } catch (Async\AsyncException $e) {
                echo "#$i: ", preg_replace(['/#\d+/', '~ at .*?:~'], ['#N', ' at '], $e->getMessage()), "\n";
            }
            $own->exec('COMMIT');
            echo "#$i is done\n";
        }, $connections[$i], $connections[($i + 1) % $count]);
    }
    awaitAll($tasks);
}
circle($connections, 2);
circle($connections, 3);
echo implode(' | ', array_map(entries(...), $connections)), "\n";
?>
--EXPECT--
#0 wants another
#1 wants another
#1: The PDO connection is used by coroutine #N spawned at 10, which waits for a connection of this coroutine: a deadlock
#1 is done
#0 is done
#0 wants another
#1 wants another
#2 wants another
#2: The PDO connection is used by coroutine #N spawned at 10, which waits for a connection of this coroutine: a deadlock
#2 is done
#1 is done
#0 is done
 | 0 0 | 1
