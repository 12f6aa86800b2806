<?php

namespace Async\Eloquent;

use Async\AsyncCancellation;
use Async\Mutex;
use Async\Pool;
use Async\PooledPDO;
use Closure;
use PDO;
use PDOException;
use Throwable;

/**
 * For subclasses of Illuminate\Database\Connection: many coroutines share the object. Its PDO object has a pool, and
 * what the class remembers of its connection, it remembers for each coroutine.
 */
trait SharedConnection
{
    use HasStateByCoroutine;

    public function __construct($pdo, $database = '', $tablePrefix = '', array $config = [])
    {
        parent::__construct(self::inTurn($pdo), $database, $tablePrefix, $config);
        $this->separateByCoroutine([
            'transactions', 'recordsModified', 'readOnWriteConnection', 'latestPdoTypeRetrieved', 'lastInsertId',
            'pretending', 'loggingQueries', 'queryLog',
        ]);
    }

    /**
     * Gives the connection of the current coroutine back; its next query borrows one again. The pool replaces connections
     * that the server has closed, so this is all that has to be done for a new one.
     */
    public function reconnect()
    {
        return $this->isPooled() ? $this->release() : parent::reconnect();
    }

    /** NULL and a function that connects: give the connection back. The PDO object stays, others are using it. */
    public function setPdo($pdo)
    {
        if ($this->isPooled() && !$pdo instanceof PDO) {
            return $this->release();
        }
        return parent::setPdo(self::inTurn($pdo));
    }

    public function setReadPdo($pdo)
    {
        return $this->isPooled() && !$pdo instanceof PDO ? $this : parent::setReadPdo(self::inTurn($pdo));
    }

    public function setDirectPdo($pdo)
    {
        return $this->isPooled() && !$pdo instanceof PDO ? $this : parent::setDirectPdo(self::inTurn($pdo));
    }

    /** Gives the connection of the current coroutine back to the pool. An open transaction is rolled back. */
    public function release(): static
    {
        $this->transactions = 0;
        foreach ([$this->pdo, $this->readPdo] as $pdo) {
            if ($pdo instanceof PDO) {
                PooledPDO::releaseOf($pdo);
            }
        }
        return $this;
    }

    /**
     * Forgets the PDO objects, and with them their pool, unless it has a name: for a connection that no coroutine will
     * use any more. The object itself stays until the garbage collector runs, because its grammars know it.
     */
    public function forgetPool(): void
    {
        $this->release();
        parent::setPdo(null);
        parent::setReadPdo(null);
        method_exists(parent::class, 'setDirectPdo') && parent::setDirectPdo(null);
    }

    /** The pool, to count its connections and to close it; NULL: there is none. Connects if need be. */
    public function getPool(): ?Pool
    {
        return PooledPDO::poolOf($this->getPdo());
    }

    /**
     * A cancelled query closes its connection, and so the rollback fails. The server has rolled back; the caller gets the
     * cancellation.
     */
    protected function handleTransactionException(Throwable $e, $currentAttempt, $maxAttempts)
    {
        try {
            parent::handleTransactionException($e, $currentAttempt, $maxAttempts);
        } catch (PDOException $failure) {
            throw $e instanceof AsyncCancellation ? $e : $failure;
        }
    }

    /** Has a coroutine a connection of the pool? */
    public function isLent(): bool
    {
        foreach ([$this->pdo, $this->readPdo] as $pdo) {
            if ($pdo instanceof PDO && PooledPDO::poolOf($pdo)?->lent()) {
                return true;
            }
        }
        return false;
    }

    private function isPooled(): bool
    {
        return $this->pdo instanceof PDO && PooledPDO::poolOf($this->pdo) !== null;
    }

    /** A function that connects once: the first coroutine does, the others wait for it. After a failure the next tries. */
    private static function inTurn(mixed $connect): mixed
    {
        if (!$connect instanceof Closure) {
            return $connect;
        }
        $turn = new Mutex();
        $made = null;
        return function () use ($connect, $turn, &$made): PDO {
            $turn->lock();
            try {
                return $made ??= $connect();
            } finally {
                $turn->unlock();
            }
        };
    }
}
