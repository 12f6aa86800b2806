<?php

namespace Async\Doctrine\DBAL;

use Async\AsyncCancellation;
use Async\AsyncException;
use Async\Pool;
use Async\PooledPDO;
use Closure;
use Doctrine\DBAL\Configuration;
use Doctrine\DBAL\Connection as StockConnection;
use Doctrine\DBAL\Driver;
use Doctrine\DBAL\Driver\PDO as PDODriver;
use PDO;
use SensitiveParameter;
use WeakMap;

use function Async\currentCoroutine;

/**
 * A DBAL connection for many coroutines: each has a database connection, transactions and savepoints of its own.
 *
 * The methods are DBAL's own. The properties in which DBAL remembers the state of its connection are unset, so that PHP
 * asks __get() and __set() for them, and these have a state for each coroutine.
 */
class Connection extends StockConnection
{
    /** @var WeakMap<\Async\Coroutine, CoroutineState> */
    private WeakMap $states;
    private CoroutineState $stateAfterCoroutines;
    private SharedDriver $sharedDriver;

    public function __construct(
        #[SensitiveParameter]
        array $params,
        private readonly Driver $ownDriver,
        ?Configuration $config = null,
        mixed ...$others,
    ) {
        $this->states = new WeakMap();
        $this->stateAfterCoroutines = new CoroutineState();
        $params = self::withPool($params);
        $this->sharedDriver = new SharedDriver($ownDriver, $params);
        parent::__construct($params, $this->sharedDriver, $config, ...$others);
        Closure::bind(function (): void {
            foreach (CoroutineState::PROPERTIES as $property) {
                unset($this->$property);
            }
        }, $this, StockConnection::class)();
    }

    /** The driver of the configuration, without our part. */
    public function getDriver(): Driver
    {
        return $this->ownDriver;
    }

    /* The same as state(), without the call: DBAL reads a property in each query. */
    public function __get(string $property): mixed
    {
        try {
            return ($this->states[currentCoroutine()] ??= new CoroutineState())->$property;
        } catch (AsyncException) {
            return $this->stateAfterCoroutines->$property;
        }
    }

    public function __set(string $property, mixed $value): void
    {
        $this->state()->$property = $value;
    }

    public function __isset(string $property): bool
    {
        return isset($this->state()->$property);
    }

    /**
     * Gives the connection of the current coroutine back to the pool. Its next call borrows one again. An open transaction
     * is rolled back. The connections of other coroutines stay.
     */
    public function close(): void
    {
        $this->state()->forget();
        $connection = $this->sharedDriver->getConnection()?->getNativeConnection();
        if ($connection instanceof PDO) {
            PooledPDO::releaseOf($connection);
        }
    }

    /**
     * A cancelled query closes its connection, and so the rollback fails. The server has rolled back; the caller gets the
     * cancellation.
     */
    public function transactional(Closure $func): mixed
    {
        try {
            return parent::transactional($func);
        } catch (Driver\Exception $failure) {
            for ($cause = $failure; $cause !== null; $cause = $cause->getPrevious()) {
                if ($cause instanceof AsyncCancellation) {
                    throw $cause;
                }
            }
            throw $failure;
        }
    }

    /** The pool, to count its connections and to close it. Connects if no coroutine has connected yet. */
    public function getPool(): Pool
    {
        return PooledPDO::poolOf($this->getNativeConnection());
    }

    private function state(): CoroutineState
    {
        try {
            return $this->states[currentCoroutine()] ??= new CoroutineState();
        } catch (AsyncException) {
            /* A shutdown function, or a destructor at the end. */
            return $this->stateAfterCoroutines;
        }
    }

    /** Adds the option async.pool of PDO, and lets it do for each connection what the driver does for the first one. */
    private static function withPool(#[SensitiveParameter] array $params): array
    {
        $pool = $params['driverOptions']['async.pool'] ?? true;
        $settings = is_array($pool) ? $pool : ($pool === true ? [] : ['max' => $pool]);
        $prepare = self::preparation($params);
        if ($prepare) {
            $callback = $settings['onConnect'] ?? null;
            $settings['onConnect'] = function (PDO $connection) use ($prepare, $callback): void {
                $prepare($connection);
                $callback && $callback($connection);
            };
        }
        $params['driverOptions']['async.pool'] = $settings;
        return $params;
    }

    /** What DBAL's driver does with a connection right after it has connected; NULL: nothing. */
    private static function preparation(array $params): ?Closure
    {
        $driver = $params['driver'] ?? '';
        $class = $params['driverClass'] ?? '';

        if (isset($params['charset']) && ($driver === 'pdo_pgsql' || $class === PDODriver\PgSQL\Driver::class)) {
            return fn(PDO $connection) => $connection->exec("SET NAMES '$params[charset]'");
        }
        $functions = Driver\API\SQLite\UserDefinedFunctions::class;
        if (($driver === 'pdo_sqlite' || $class === PDODriver\SQLite\Driver::class) && class_exists($functions)) {
            $own = $params['driverOptions']['userDefinedFunctions'] ?? [];
            return fn(PDO $connection) => $functions::register($connection->sqliteCreateFunction(...), $own);
        }
        return null;
    }
}
