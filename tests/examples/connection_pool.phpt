--TEST--
The document's connection pool: a coroutine's context holds a connection until the coroutine ends; the same with Async\Pool (EXM-34, CL-04)
--EXTENSIONS--
pdo
pdo_sqlite
--FILE--
<?php
namespace Async;

use PDO;
use PDOStatement;
use RuntimeException;

class ConnectionProxy
{
    private PDO $connection;

    public function __construct(PDO $connection)
    {
        $this->connection = $connection;
    }

    public function __destruct()
    {
        ConnectionPool::default()->releaseConnection($this->connection);
    }

    // The document uses it like a PDO object.
    public function query(string $query): PDOStatement
    {
        return $this->connection->query($query);
    }
}

final class ConnectionPool
{
    // In the document both properties are called $pool.
    static private $default = null;

    public static function default(): ConnectionPool
    {
        if (self::$default === null) {
            self::$default = new ConnectionPool();
        }

        return self::$default;
    }

    private array $pool = [];
    private int $maxConnections = 10;
    public int $made = 0;

    public function getConnection(): ConnectionProxy
    {
        if (!empty($this->pool)) {
            return new ConnectionProxy(array_pop($this->pool));
        }

        if (count($this->pool) < $this->maxConnections) {
            $this->made++;
            return new ConnectionProxy(connect());
        }

        throw new RuntimeException("No available database connections.");
    }

    public function releaseConnection(PDO $connection): void
    {
        echo "released\n";
        $this->pool[] = $connection;
    }
}

/** A replacement for a MySQL server. */
function connect(): PDO
{
    $connection = new PDO('sqlite::memory:');
    $connection->exec('CREATE TABLE users (id INTEGER, name TEXT)');
    $connection->exec("INSERT INTO users VALUES (1, 'Ada'), (2, 'Grace')");
    return $connection;
}

function getDb(): ConnectionProxy
{
    static $key;
    $key ??= new Key('db_connection');

    $context = coroutineContext();

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
    var_dump($db === getDb());
    unset($db);
    suspend();
    $stmt = getDb()->query("SELECT * FROM users WHERE id = $id");
    $users = $stmt->fetchAll(PDO::FETCH_ASSOC);
    echo json_encode($users), "\n";
}

$held = [spawn(printUser(...), 1), spawn(printUser(...), 2)];
array_map(\Async\await(...), $held);
echo ConnectionPool::default()->made, " made\n";
await($held[] = spawn(printUser(...), 1));
echo ConnectionPool::default()->made, " made\n";

// The same with the class of this extension.
$pool = new Pool(connect(...), max: 10);
$print = function (int $id) use ($pool) {
    $db = $pool->acquire();
    suspend();
    echo json_encode($db->query("SELECT * FROM users WHERE id = $id")->fetchAll(PDO::FETCH_ASSOC)), "\n";
};
$held = [spawn($print, 1), spawn($print, 2)];
array_map(\Async\await(...), $held);
await(spawn($print, 1));
echo count($pool), ' made, ', $pool->idle(), " idle\n";
// schedules: none, it shows the order of turns
?>
--EXPECT--
bool(true)
bool(true)
[{"id":1,"name":"Ada"}]
released
[{"id":2,"name":"Grace"}]
released
2 made
bool(true)
[{"id":1,"name":"Ada"}]
released
2 made
[{"id":1,"name":"Ada"}]
[{"id":2,"name":"Grace"}]
[{"id":1,"name":"Ada"}]
2 made, 2 idle
