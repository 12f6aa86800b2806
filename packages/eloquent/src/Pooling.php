<?php

namespace Async\Eloquent;

use Illuminate\Contracts\Container\Container;
use Illuminate\Database\Connection;

/** Lets Eloquent make connections that coroutines share. */
final class Pooling
{
    private const DRIVERS = [
        'mysql' => [MySqlConnection::class, MySqlConnector::class],
        'mariadb' => [MariaDbConnection::class, MariaDbConnector::class],
        'pgsql' => [PostgresConnection::class, PostgresConnector::class],
        'sqlite' => [SQLiteConnection::class, SQLiteConnector::class],
    ];

    /** Call this before the first connection is made. $container: that of the application, or of the Capsule. */
    public static function register(Container $container): void
    {
        foreach (self::DRIVERS as $driver => [$connection, $connector]) {
            $container->bind("db.connector.$driver", $connector);
            Connection::resolverFor($driver, fn(mixed ...$arguments): Connection => new $connection(...$arguments));
        }
        $container->singleton('db.transactions', TransactionsManager::class);
    }
}
