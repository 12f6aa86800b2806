--TEST--
Pooled PDO, by class and by the option async.pool: lost connections are replaced in the background, a reset does not hold up its coroutine, failures to connect open the circuit
--EXTENSIONS--
pdo
pdo_sqlite
--FILE--
<?php
use Async\{AsyncException, PooledPDO};
use function Async\{await, delay, spawn, suspend};

function until(callable $condition): void
{
    while (!$condition()) {
        delay(1);
    }
}
/* A PDO object of each kind with the same settings. */
function both(string $dsn, array $settings): array
{
    return [
        'class' => fn() => new PooledPDO($dsn, ...$settings),
        'option' => fn() => new PDO($dsn, null, null, ['async.pool' => $settings]),
    ];
}
$s = (object) ['made' => 0, 'resets' => 0];
$settings = [
    'min' => 2, 'max' => 3, 'healthInterval' => 10, 'checkInterval' => 1_000_000, 'backgroundReset' => true,
    'onConnect' => function (PDO $connection) use ($s) {
        $s->made++;
    },
    'reset' => function (PDO $connection) use ($s) {
        delay(5);
        $s->resets++;
    },
];
foreach (both('sqlite::memory:', $settings) as $kind => $make) {
    $s->made = $s->resets = 0;
    $db = $make();
    $pool = PooledPDO::poolOf($db);
    until(fn() => $pool->idle() === 2);
    $db->exec('CREATE TABLE t (n)');
    PooledPDO::releaseOf($db);
    $at_once = $s->resets;
    until(fn() => $pool->idle() === 2);
    echo "$kind: $at_once reset, then $s->resets; $s->made made\n";
    // With an open transaction only the coroutine itself can reset.
    $db->beginTransaction();
    PooledPDO::releaseOf($db);
    echo "$kind: $s->resets reset\n";
    until(fn() => $pool->idle() === 2);
    // The minimum is filled up again after one is gone.
    $pool->discard($pool->acquire());
    until(fn() => $pool->idle() === 2);
    echo "$kind: $s->made made\n";
    $pool->close();
}
foreach (both('sqlite:/nowhere/at/all', ['maxFailures' => 1, 'retryAfter' => 3_600_000]) as $kind => $make) {
    foreach ([1, 2] as $n) {
        try {
            if ($kind === 'class') {
                $pooled ??= $make();
                $pooled->exec('SELECT 1');
            } else {
                $make();        // each object has a pool of its own, which has not connected yet
            }
        } catch (PDOException) {
            echo "$kind: PDOException\n";
        } catch (AsyncException $e) {
            echo "$kind: AsyncException, ", get_class($e->getPrevious()), "\n";
        }
    }
}
foreach (['healthInterval' => -1, 'maxFailures' => 'many', 'retryAfter' => -1] as $key => $value) {
    try {
        new PDO('sqlite::memory:', null, null, ['async.pool' => [$key => $value]]);
    } catch (ValueError $e) {
        echo $e->getMessage(), "\n";
    }
}
?>
--EXPECT--
class: 0 reset, then 1; 2 made
class: 2 reset
class: 3 made
option: 0 reset, then 1; 2 made
option: 2 reset
option: 3 made
class: PDOException
class: AsyncException, PDOException
option: PDOException
option: PDOException
PDO::__construct(): Argument #4 ($options) must have a number that is not negative in "async.pool" for "healthInterval"
PDO::__construct(): Argument #4 ($options) must have a whole number in "async.pool" for "maxFailures"
PDO::__construct(): Argument #4 ($options) must have a number that is not negative in "async.pool" for "retryAfter"
