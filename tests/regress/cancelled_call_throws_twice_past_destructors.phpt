--TEST--
A cancelled stock function throws twice, and the exceptions pass destructors on their way: the cancellation still comes first (D11)
--EXTENSIONS--
mysqlnd
pdo
pdo_mysql
--FILE--
<?php
use function Async\{delay, suspend};

// The server never answers: PDO turns mysqlnd's warning into an exception, and then throws its own.
$queue = stream_context_create(['socket' => ['backlog' => 100]]);
$listener = stream_socket_server('tcp://127.0.0.1:0', context: $queue);
$dsn = 'mysql:host=127.0.0.1;port=' . substr(strrchr(stream_socket_get_name($listener, false), ':'), 1);
function connect(): PDO
{
    return new PDO($GLOBALS['dsn'], 'user', 'password');
}

abstract class Value
{
    function __destruct()
    {
        // Each of these calls is a place at which the engine looks for interrupts.
        foreach ([1, 2, 3] as $number) {
            strlen(str_repeat('x', $number));
        }
        $this->more();
    }
    abstract protected function more(): void;
}
class Plain extends Value
{
    protected function more(): void
    {
    }
}
class Throws extends Value
{
    protected function more(): void
    {
        try {
            throw new LogicException('of the destructor');
        } catch (LogicException) {
        }
    }
}
class Waits extends Value
{
    protected function more(): void
    {
        suspend();
        delay(1);
    }
}

$bodies = [
    'temporary value' => fn($class) => [new $class, connect()],
    'argument' => fn($class) => var_dump(new $class, connect()),
    'variable' => function ($class) {
        $value = new $class;
        connect();
    },
    'variable, finally' => function ($class) {
        try {
            $value = new $class;
            connect();
        } finally {
            $value = null;
        }
    },
    'generator that is given up' => function ($class) {
        $generator = (function () use ($class) {
            try {
                yield 1;
            } finally {
                $value = new $class;
                unset($value);
                strlen(str_repeat('x', 3));
            }
        })();
        $generator->current();
        connect();
    },
    'called by a function' => fn($class) => array_map(function () use ($class) {
        $value = new $class;
        connect();
    }, [1]),
];
$catch = function (callable $body, string $class): string {
    try {
        $body($class);
    } catch (PDOException $e) {
        return "BROKEN: the driver's was caught";
    }
    return 'BROKEN: went on';
};
foreach ($bodies as $name => $body) {
    $outcomes = [];
    foreach (['Plain', 'Throws', 'Waits'] as $class) {
        foreach ([$body, fn() => $catch($body, $class)] as $function) {
            $coroutine = Async\spawn($function, $class);
            do {
                delay(1);
            } while (!$coroutine->isSuspended());
            $coroutine->cancel();
            try {
                $outcomes[] = Async\await($coroutine);
            } catch (Throwable $e) {
                for ($names = []; $e; $e = $e->getPrevious()) {
                    $names[] = substr(strrchr('\\' . get_class($e), '\\'), 1);
                }
                $outcomes[] = implode(' <- ', $names);
            }
        }
    }
    echo count($outcomes), " times $name: ", implode(', ', array_unique($outcomes)), "\n";
}
?>
--EXPECT--
6 times temporary value: AsyncCancellation <- PDOException <- PDOException
6 times argument: AsyncCancellation <- PDOException <- PDOException
6 times variable: AsyncCancellation <- PDOException <- PDOException
6 times variable, finally: AsyncCancellation <- PDOException <- PDOException
6 times generator that is given up: AsyncCancellation <- PDOException <- PDOException
6 times called by a function: AsyncCancellation <- PDOException <- PDOException
