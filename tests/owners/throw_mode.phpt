--TEST--
Owners: under async.shared_connection=throw, a use of another coroutine's connection throws AsyncException (D28)
--EXTENSIONS--
pdo
pdo_sqlite
--INI--
async.shared_connection=throw
--FILE--
<?php
require __DIR__ . '/../inc/shared_pdo.inc';
use function Async\{spawn, await, suspend};

function attempt(callable $call): void
{
    try {
        $call();
        echo "done\n";
    } catch (Async\AsyncException $e) {
        echo preg_replace('/#\d+ spawned at .*?(\w+\.php)/', '#N spawned at $1', $e->getMessage()), "\n";
    }
}

$pdo = shared_pdo();
$statement = $pdo->prepare("SELECT say('from a statement')");
$pause = spawn(fn() => $pdo->query("SELECT pause('a')"));
suspend();
attempt(fn() => $pdo->exec('SELECT 1'));
attempt(fn() => $statement->execute());
await($pause);
attempt(fn() => $statement->execute() && $statement->fetchAll());

$transaction = spawn(function () use ($pdo) {
    $pdo->beginTransaction();
    rounds();
    $pdo->commit();
});
suspend();
attempt(fn() => $pdo->beginTransaction());
await($transaction);
attempt(fn() => $pdo->beginTransaction());
// The owner can use it again.
attempt(fn() => $pdo->query('SELECT 1')->fetchAll());
attempt(fn() => $pdo->commit());

// From here on the coroutines wait.
var_dump(ini_set('async.shared_connection', 'wait'), @ini_set('async.shared_connection', 'perhaps'));
$pause = spawn(fn() => $pdo->query("SELECT pause('b')"));
suspend();
attempt(fn() => $pdo->exec('SELECT 1'));
?>
--EXPECT--
a begins
The PDO connection is used by coroutine #N spawned at throw_mode.php:17 (async.shared_connection = throw)
The PDO connection is used by coroutine #N spawned at throw_mode.php:17 (async.shared_connection = throw)
a ends
from a statement
done
The PDO connection is used by coroutine #N spawned at throw_mode.php:24 (async.shared_connection = throw)
done
done
done
string(5) "throw"
bool(false)
b begins
b ends
done
