<?php

namespace Async\Eloquent;

use PDO;

/**
 * For subclasses of Eloquent's connectors: the PDO object gets a pool. What the connector does with a connection after
 * it has connected (names, time zone, SQL mode, search path), it does with each connection of the pool.
 */
trait MakesPools
{
    private ?PDO $connection = null;

    public function createConnection($dsn, array $config, array $options)
    {
        $pool = $options['async.pool'] ?? true;
        if ($this->connection !== null) {
            return $this->connection;
        }
        if ($pool === false || str_starts_with($dsn, 'sqlite::memory:') || str_contains($dsn, 'mode=memory')) {
            unset($options['async.pool']);
            return parent::createConnection($dsn, $config, $options);
        }
        $settings = is_array($pool) ? $pool : ($pool === true ? [] : ['max' => $pool]);
        $callback = $settings['onConnect'] ?? null;
        $settings['onConnect'] = function (PDO $connection) use ($config, $callback): void {
            $connector = clone $this;
            $connector->connection = $connection;
            $connector->connect($config);
            $callback && $callback($connection);
        };
        return parent::createConnection($dsn, $config, ['async.pool' => $settings] + $options);
    }
}
