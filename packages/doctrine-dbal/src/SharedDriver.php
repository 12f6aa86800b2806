<?php

namespace Async\Doctrine\DBAL;

use Async\Mutex;
use Doctrine\DBAL\Driver;
use Doctrine\DBAL\Driver\Connection as DriverConnection;
use Doctrine\DBAL\Driver\Middleware\AbstractDriverMiddleware;
use SensitiveParameter;

/**
 * Connects once: all coroutines share the driver's connection, whose PDO object has a pool. A coroutine that connects
 * while another one does waits for it. After a failure the next coroutine tries again. Other parameters than those of
 * the shared connection make a connection of their own: a program may use the driver for another DBAL connection.
 */
final class SharedDriver extends AbstractDriverMiddleware
{
    private readonly Mutex $turn;
    private ?DriverConnection $connection = null;

    public function __construct(Driver $driver, #[SensitiveParameter] private readonly array $params)
    {
        parent::__construct($driver);
        $this->turn = new Mutex();
    }

    public function connect(#[SensitiveParameter] array $params): DriverConnection
    {
        if ($params !== $this->params) {
            return parent::connect($params);
        }
        if ($this->connection === null) {
            $this->turn->lock();
            try {
                $this->connection ??= parent::connect($params);
            } finally {
                $this->turn->unlock();
            }
        }
        return $this->connection;
    }

    /** The shared connection; NULL: no coroutine has connected yet. */
    public function getConnection(): ?DriverConnection
    {
        return $this->connection;
    }
}
