<?php
/* One face for PDO, mysqli and pg_*, and the ways to have a connection. */

/** A connection. What fails throws. */
interface Database
{
    /** @return list<list<string>> the rows of the answer */
    public function rows(string $sql): array;

    /** @return list<list<string>> the same for a prepared statement with one parameter, written as ? */
    public function prepared(string $sql, string $value): array;

    public function run(string $sql): void;

    public function begin(): void;

    public function commit(): void;

    public function rollBack(): void;
}

final class Pdo_Database implements Database
{
    public function __construct(public readonly PDO $pdo)
    {
    }

    public function rows(string $sql): array
    {
        return $this->pdo->query($sql)->fetchAll(PDO::FETCH_NUM);
    }

    public function prepared(string $sql, string $value): array
    {
        $statement = $this->pdo->prepare($sql);
        $statement->execute([$value]);
        return $statement->fetchAll(PDO::FETCH_NUM);
    }

    public function run(string $sql): void
    {
        $this->pdo->exec($sql);
    }

    public function begin(): void
    {
        $this->pdo->beginTransaction();
    }

    public function commit(): void
    {
        $this->pdo->commit();
    }

    public function rollBack(): void
    {
        $this->pdo->rollBack();
    }
}

final class Mysqli_Database implements Database
{
    public function __construct(public readonly mysqli $mysqli)
    {
    }

    public function rows(string $sql): array
    {
        return $this->mysqli->query($sql)->fetch_all();
    }

    public function prepared(string $sql, string $value): array
    {
        $statement = $this->mysqli->prepare($sql);
        $statement->execute([$value]);
        return $statement->get_result()->fetch_all();
    }

    public function run(string $sql): void
    {
        $this->mysqli->query($sql);
    }

    public function begin(): void
    {
        $this->mysqli->begin_transaction();
    }

    public function commit(): void
    {
        $this->mysqli->commit();
    }

    public function rollBack(): void
    {
        $this->mysqli->rollback();
    }
}

final class Pgsql_Database implements Database
{
    public function __construct(public readonly PgSql\Connection $connection)
    {
    }

    public function rows(string $sql): array
    {
        return pg_fetch_all($this->checked(pg_query($this->connection, $sql)), PGSQL_NUM);
    }

    public function prepared(string $sql, string $value): array
    {
        return pg_fetch_all($this->checked(pg_query_params($this->connection, str_replace('?', '$1', $sql), [$value])), PGSQL_NUM);
    }

    public function run(string $sql): void
    {
        $this->checked(pg_query($this->connection, $sql));
    }

    public function begin(): void
    {
        $this->run('BEGIN');
    }

    public function commit(): void
    {
        $this->run('COMMIT');
    }

    /** Stock PHP would try for ever to send a query in the middle of a COPY. */
    public function rollBack(): void
    {
        if (pg_transaction_status($this->connection) === PGSQL_TRANSACTION_ACTIVE) {
            throw new Refused('in the middle of something');
        }
        $this->run('ROLLBACK');
    }

    private function checked(PgSql\Result|false $result): PgSql\Result
    {
        return $result ?: throw new Refused(pg_last_error($this->connection));
    }
}

/** Work with a database: the ways to have a connection; each does any of the deeds with it. */
abstract class Database_Work extends Work
{
    public const WORKERS = 16;
    public const EXPECTED = [Refused::class, PDOException::class];
    protected const POOLED = 5;
    /** Kinds of persistent connections; and how many there can be of one, where coroutines do not share them. */
    protected const KINDS = 3;
    private const PERSISTENT = 32;

    protected Ledger $ledger;
    protected Deeds $deeds;
    /** @var array<string, Async\Pool> with max POOLED, by name */
    protected array $pools = [];
    protected ?Async\PooledPDO $pooled = null;
    /** @var array<string, ?Database> connections that several use */
    private array $shared = [];
    private int $kept = 0;
    /** Connections that exist, and for what they were made. */
    private WeakMap $made;

    /** @return array<string, Closure(Worker): Database> how connections are made, by name */
    abstract protected function connectors(): array;

    /** @return array<string, Closure(int, Worker): Database> the same for persistent connections, by kind */
    abstract protected function persistents(): array;

    abstract protected function makePooled(): Async\PooledPDO;

    /** Sure to get through: past everything that goes wrong. */
    abstract protected function calmly(): Database;

    /** @return array<string, Closure(Database, Worker)> what this client does besides, with a connection for itself or not */
    abstract protected function more(string $client, string $means): array;

    /** SQL for the other connections to the server and what they do, a row for each; without persistent ones. */
    abstract protected function others(): string;

    /** SQL for the persistent connections that the server has, a row for each: is it busy? */
    abstract protected function keptOnes(): string;

    public function open(): void
    {
        $worker = new Worker('pool', $this->chaos->seed);
        $this->pooled = $this->makePooled();
        $this->made = new WeakMap;
        foreach (array_keys($this->connectors()) as $name) {
            $this->pools[$name] = new Async\Pool(fn() => $this->connect($name, $worker, 'pool'),
                healthcheck: function (Database $database) {
                    try {
                        return $database->rows('SELECT 1') !== [];
                    } catch (Exception) {
                        return false;
                    }
                },
                reset: function (Database $database) {
                    $this->chaos->tidies();
                    try {
                        $database instanceof Pdo_Database && !$database->pdo->inTransaction() || $database->rollBack();
                        return true;
                    } catch (Exception) {
                        return false;
                    }
                },
                max: self::POOLED, checkInterval: 200);
        }
    }

    public function choose(Worker $worker): array
    {
        $means = $worker->pick(['pooled', 'pooled', 'pool', 'pool', 'own', 'own', 'fresh', 'shared', 'persistent']);
        $client = $means === 'pooled' ? 'PDO' : $worker->pick(array_keys($this->connectors()));
        $deeds = $this->deeds->all() + $this->more($client, $means);
        $name = $worker->pick(array_keys($deeds));
        $do = $deeds[$name];
        $body = match ($means) {
            'pooled' => fn() => $this->withPooled($worker, $do),
            'pool' => fn() => $this->withPool($worker, $this->pools[$client], $do),
            'own' => fn() => $this->withOwn($worker, $client, $do),
            'fresh' => fn() => $do($this->connect($client, $worker, 'fresh'), $worker),
            'shared' => fn() => $this->withShared($worker, $client, $do),
            'persistent' => fn() => $do($this->persistent($client, $worker), $worker),
        };
        return [static::class . " $means " . ($means === 'pooled' ? '' : "$client ") . strtok($name, ' '), $body];
    }

    private function connect(string $client, Worker $worker, string $purpose): Database
    {
        $database = $this->connectors()[$client]($worker);
        $this->made[$database] = "$client $purpose $worker->name";
        return $database;
    }

    /** An object of its own. Its connection may be shared with other objects, or left over from one. */
    private function persistent(string $client, Worker $worker): Database
    {
        $database = $this->persistents()[$client]($worker->between(0, self::KINDS - 1), $worker);
        $this->made[$database] = "$client persistent $worker->name";
        return $database;
    }

    private function withPooled(Worker $worker, Closure $do): void
    {
        $pooled = $this->pooled;
        $do(new Pdo_Database($pooled), $worker);
        if (count($pooled->getPool()) > self::POOLED) {
            throw new Wrong('PooledPDO has ' . count($pooled->getPool()) . ' connections');
        }
        if ($worker->chance(30)) {
            $pooled->release();
        }
    }

    private function withPool(Worker $worker, Async\Pool $pool, Closure $do): void
    {
        try {
            $token = $worker->chance(30) ? Async\timeout($worker->milliseconds(2000)) : null;
            if ($worker->chance(60)) {
                $pool->use(fn(Database $database) => $do($database, $worker), $token);
            } else {
                $database = $pool->acquire($token);
                try {
                    $do($database, $worker);
                } catch (Exception $e) {
                    $pool->discard($database);
                    throw $e;
                }
                // Or else it comes back by itself.
                if ($worker->chance(50)) {
                    $pool->release($database);
                }
            }
        } catch (Async\AwaitCancelledException) {
            // Its turn did not come in time.
        }
        if (count($pool) > self::POOLED) {
            throw new Wrong('the pool has ' . count($pool) . ' connections');
        }
    }

    /** Whatever happened to it the last time. */
    private function withOwn(Worker $worker, string $client, Closure $do): void
    {
        $worker->own[static::class . $client] ??= $this->connect($client, $worker, 'own');
        try {
            $do($worker->own[static::class . $client], $worker);
        } catch (Exception $e) {
            unset($worker->own[static::class . $client]);
            throw $e;
        }
    }

    private function withShared(Worker $worker, string $client, Closure $do): void
    {
        $database = $this->shared[$client] ??= $this->connect($client, $worker, 'shared');
        try {
            $do($database, $worker);
        } catch (Exception $e) {
            if (($this->shared[$client] ?? null) === $database) {
                unset($this->shared[$client]);
            }
            throw $e;
        }
    }

    public function close(): array
    {
        $this->shared = [];
        $problems = [];
        $pools = $this->pools + ['PooledPDO' => $this->pooled->getPool()];
        foreach ($pools as $name => $pool) {
            $name = static::class . " $name";
            array_push($problems, ...$this->judgePool($name, $pool, self::POOLED), ...$this->recovers($name, $pool));
            $pool->close();
        }
        $this->pooled = null;
        $this->pools = $pools = [];
        unset($pool);
        gc_collect_cycles();
        $this->allPersistents();
        $database = $this->patiently($this->calmly(...));
        $this->kept = $this->countKept($database);
        // One of each kind for all, or one for each worker that wants it at once: never more than were made there.
        if ($this->kept > count($this->persistents()) * self::PERSISTENT) {
            $problems[] = static::class . ": {$this->kept} persistent connections";
        }
        return [...$problems, ...$this->judgeTables($database)];
    }

    public function kept(): int
    {
        return $this->kept;
    }

    /**
     * How many of them the client has at hand, if it tells. They may be more than were ever used at once: what garbage holds
     * comes back late. A lost one is found out only when it is taken.
     */
    protected function cached(string $client): int
    {
        return 0;
    }

    /** Persistent connections stay. As many as there can be are made at once, so that their number is always the same. */
    private function allPersistents(): void
    {
        $all = [];
        foreach ($this->persistents() as $client => $connect) {
            $count = max(self::PERSISTENT, $this->cached($client));
            for ($i = 0; $i < $count; $i++) {
                $all[] = Async\spawn($this->patiently(...), function () use ($connect, $i) {
                    $database = $connect($i % self::KINDS, new Worker('judge', $this->chaos->seed));
                    $this->deeds->ask($database, new Worker('judge', 0));
                    return $database;
                });
            }
        }
        Async\awaitAll($all, Async\timeout(40_000 * $this->chaos->slow));
    }

    /** One that was lost while the server was busy with it is there until the server has seen that. */
    private function countKept(Database $database): int
    {
        for ($i = $count = 0; $i < 300; $i++) {
            [$last, $rows] = [$count, array_column($database->rows($this->keptOnes()), 0)];
            $count = count($rows);
            if ($count === $last && !array_filter($rows)) {
                break;
            }
            Async\delay(50);
        }
        return $count;
    }

    /** More than it has places for, at a time: they all get an answer now. @return string[] */
    private function recovers(string $name, Async\Pool $pool): array
    {
        $worker = new Worker('judge', 0);
        $ask = function () use ($name, $pool, $worker) {
            if (str_ends_with($name, 'PooledPDO')) {
                $this->deeds->ask(new Pdo_Database($this->pooled), $worker);
            } else {
                $pool->use(fn(Database $database) => $this->deeds->ask($database, $worker));
            }
        };
        // Connections through the proxy that were cut are found out by their errors.
        for ($try = 1; $try <= 3; $try++) {
            $asking = array_map(fn() => Async\spawn($ask), range(1, 3 * self::POOLED));
            $problems = self::failures("$name does not recover", $asking, 20_000 * $this->chaos->slow);
            if (!$problems) {
                break;
            }
            Async\delay(300);
        }
        return $problems;
    }

    /** @return string[] */
    private function judgeTables(Database $database): array
    {
        // The server takes a moment to see that connections are gone, and to roll back.
        for ($i = 0; $i < 300 && ($others = $database->rows($this->others())); $i++) {
            Async\delay(50);
        }
        $problems = $others ? [static::class . ': the server still has connections: ' . json_encode($others)] : [];
        foreach ($this->made as $database => $purpose) {
            $problems[] = static::class . ": the connection of $purpose is still there";
        }
        $there = array_map(fn($row) => (int) $row[0], $database->rows('SELECT number FROM ledger'));
        array_push($problems, ...array_map(fn($problem) => static::class . " $problem", $this->ledger->judge($there)));
        $wrong = $database->rows('SELECT id, n, (SELECT COUNT(*) FROM ledger WHERE account = id) FROM accounts
            WHERE n <> (SELECT COUNT(*) FROM ledger WHERE account = id)');
        foreach ($wrong as [$id, $n, $count]) {
            $problems[] = static::class . " account $id has $n instead of $count";
        }
        $this->chaos->note(static::class . ' written', $this->ledger->confirmed());
        $this->chaos->note(static::class . ' written, answer lost', count($there) - $this->ledger->confirmed());
        $database->run('DELETE FROM ledger');
        $database->run('UPDATE accounts SET n = 0');
        $this->ledger->forget();
        return $problems;
    }

    protected function makeTables(): void
    {
        $this->ledger = new Ledger;
        $database = $this->calmly();
        $database->run('CREATE TABLE ledger (number BIGINT PRIMARY KEY, account INT)');
        $database->run('CREATE TABLE accounts (id INT PRIMARY KEY, n BIGINT)');
        foreach (range(1, Deeds::ACCOUNTS) as $id) {
            $database->run("INSERT INTO accounts VALUES ($id, 0)");
        }
    }
}
