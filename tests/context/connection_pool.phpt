--TEST--
Example of the documents: a connection for each coroutine, back in the pool when the coroutine completes (CL-04, CX-13, EXM-34)
--FILE--
<?php
use Async\Key;
use function Async\{spawn, await, suspend};

class Connection { public static int $made = 0; public int $number; function __construct() { $this->number = ++self::$made; } }

class ConnectionProxy
{
    public function __construct(public readonly Connection $connection) {}
    public function __destruct() { ConnectionPool::default()->releaseConnection($this->connection); }
}

final class ConnectionPool
{
    private static ?ConnectionPool $instance = null;
    private array $pool = [];

    public static function default(): ConnectionPool { return self::$instance ??= new ConnectionPool; }

    public function getConnection(): ConnectionProxy
    {
        return new ConnectionProxy(array_pop($this->pool) ?? new Connection);
    }

    public function releaseConnection(Connection $connection): void
    {
        echo "connection $connection->number is back\n";
        $this->pool[] = $connection;
    }
}

function getDb(): ConnectionProxy
{
    static $key = null;
    $key ??= new Key('db_connection');
    $context = Async\coroutineContext();

    if ($context->has($key)) {
        return $context->get($key);
    }
    $connection = ConnectionPool::default()->getConnection();
    $context->set($key, $connection);
    return $connection;
}

function printUser(int $id): void
{
    $db = getDb();
    suspend();
    echo "user $id over connection {$db->connection->number}, ", $db === getDb() ? 'the same' : 'another', " each time\n";
}

$handles = [spawn(printUser(...), 1), spawn(printUser(...), 2)];
array_map(Async\await(...), $handles);
await($handles[] = spawn(printUser(...), 3));
echo Connection::$made, " connections\n";
?>
--EXPECT--
user 1 over connection 1, the same each time
connection 1 is back
user 2 over connection 2, the same each time
connection 2 is back
user 3 over connection 2, the same each time
connection 2 is back
2 connections
