--TEST--
The option "async.pool" of a PDO takes callables that only the code around it may call, as the constructors of pools do
--EXTENSIONS--
pdo
pdo_sqlite
--FILE--
<?php
use function Async\{await, delay, spawn};

class Database
{
    public function connect(): PDO
    {
        return new PDO('sqlite::memory:', options: ['async.pool' => [
            'onConnect' => [$this, 'prepare'],
            'reset' => [self::class, 'clean'],
        ]]);
    }

    private function prepare(PDO $connection): void { echo "prepared\n"; }

    public static $isClean = false;

    private static function clean(): bool { echo "cleaned\n"; return self::$isClean = true; }
}

$db = (new Database)->connect();
await(spawn(fn() => $db->exec('PRAGMA user_version = 1')));
while (!Database::$isClean) {
    delay(1);
}
echo "done\n";
?>
--EXPECT--
prepared
cleaned
done
