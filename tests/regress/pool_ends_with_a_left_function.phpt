--TEST--
An exception that leaves a function is caught by its caller, also when a pool ends with the variables of the function
--EXTENSIONS--
pdo
pdo_sqlite
--FILE--
<?php
use Async\{Pool, PooledPDO};

function plain(): void
{
    $pdo = new PDO('sqlite::memory:', options: ['async.pool' => 3]);
    $pdo->query('SELECT 1');
    throw new Exception('plain');
}
function fails(): void
{
    $pdo = new PDO('sqlite::memory:', options: ['async.pool' => 3]);
    $pdo->query('NO SQL');
}
function pooled(): void
{
    $pdo = new PooledPDO('sqlite::memory:');
    $pdo->query('SELECT 1');
    throw new Exception('pooled');
}
function pool(): void
{
    $pool = new Pool(fn() => new ArrayObject(), destructor: function () {
        try {
            throw new LogicException('inner');
        } catch (LogicException) {
            echo "destroyed, ";
        }
    });
    $pool->release($pool->acquire());
    throw new Exception('pool');
}
function later(): void
{
    $pool = new Pool(fn() => new ArrayObject(), destructor: fn() => throw new LogicException('of the destructor'));
    $pool->release($pool->acquire());
    throw new Exception('first');
}
function several(): void
{
    $pool = new Pool(fn() => new ArrayObject(), destructor: fn($it) => throw new LogicException($it['name']), max: 2);
    $resources = [$pool->acquire(), $pool->acquire()];
    foreach (['one', 'two'] as $number => $name) {
        $resources[$number]['name'] = $name;
        $pool->release($resources[$number]);
    }
    unset($resources);
    throw new Exception('first');
}
function nested(): void
{
    // Code before and behind the call: the place of the exception matters.
    $numbers = range(1, 10);
    try {
        plain();
        echo "BROKEN\n";
    } finally {
        echo array_sum($numbers), ' finally, ';
    }
}

foreach (['plain', 'fails', 'pooled', 'pool', 'later', 'several', 'nested'] as $function) {
    foreach (['main', 'coroutine'] as $where) {
        $task = function () use ($function) {
            try {
                $function();
                echo "BROKEN\n";
            } catch (Exception $exception) {
                for ($texts = []; $exception; $exception = $exception->getPrevious()) {
                    $texts[] = $exception::class . ' ' . $exception->getMessage();
                }
                echo implode(' after ', $texts), "\n";
            }
        };
        echo "$function, $where: ";
        $where === 'main' ? $task() : Async\await(Async\spawn($task));
    }
}
?>
--EXPECT--
plain, main: Exception plain
plain, coroutine: Exception plain
fails, main: PDOException SQLSTATE[HY000]: General error: 1 near "NO": syntax error
fails, coroutine: PDOException SQLSTATE[HY000]: General error: 1 near "NO": syntax error
pooled, main: Exception pooled
pooled, coroutine: Exception pooled
pool, main: destroyed, Exception pool
pool, coroutine: destroyed, Exception pool
later, main: LogicException of the destructor after Exception first
later, coroutine: LogicException of the destructor after Exception first
several, main: LogicException one after LogicException two after Exception first
several, coroutine: LogicException one after LogicException two after Exception first
nested, main: 55 finally, Exception plain
nested, coroutine: 55 finally, Exception plain
