<?php

/** @generate-class-entries */

namespace Async;

/**
 * A PDO object with a separate connection for each coroutine, and at most $max connections. It can be used wherever a
 * PDO object is expected. The class exists only if PHP has PDO.
 *
 * The first call of a coroutine borrows a connection, or opens one, or waits for one in the order of the calls. All
 * calls and statements of the coroutine use that connection, until the coroutine ends or calls release(). The main
 * script does the same: it returns its connection at its end, or with release().
 *
 * A returned connection is prepared for the next coroutine: an open transaction is rolled back, attributes changed with
 * setAttribute() get their values back (put attributes for all connections into $options), the session is reset
 * (PostgreSQL: DISCARD ALL; MySQL: a new login on the same connection, then PDO::MYSQL_ATTR_INIT_COMMAND), $onConnect is
 * called if the session was reset, and $reset is called. A lost connection, or one with live statements, is not reused.
 *
 * inTransaction(), errorCode() and errorInfo() borrow no connection: without one they answer as a new connection does.
 *
 * @strict-properties
 * @not-serializable
 */
final class PooledPDO extends \PDO
{
    private Pool $pool;

    /**
     * Opens $min connections. The first four parameters are those of PDO.
     *
     * @param callable|null $reset called with a returned connection (of class PDO); may wait. If it returns false or
     *        throws a PDOException, the connection is closed; other exceptions take the way of those of an Async\Pool
     * @param int $min number of connections that are opened at once and that the idle limit leaves
     * @param int $max maximum number of connections
     * @param int $idleTimeout milliseconds after which an idle connection is closed; 0 = never
     * @param int $maxLifetime age in milliseconds from which a connection is closed instead of lent again; 0 = no limit
     * @param int $maxUses number of times that a connection is lent; 0 = no limit
     * @param int $checkInterval a connection whose last successful check is at least this many milliseconds ago, or
     *        that had an error, is checked before it is lent; lost ones are replaced
     * @param callable|null $onConnect called with each new connection (of class PDO), and again when the session of a
     *        connection was reset: the place for SET statements. May wait. What it throws goes to the caller that needed
     *        the connection, which is closed; at a reset it takes the way of an exception of $reset
     * @param int $healthInterval idle connections whose last check is this many milliseconds ago are checked in the
     *        background, and lost ones replaced as far as $min asks for it; 0 = never
     * @param bool $backgroundReset release() does not wait while the connection is prepared for the next coroutine
     * @param int $maxFailures after so many failures to connect in a row, calls that need a new connection fail at once
     *        with an AsyncException that has the last failure as previous exception; 0 = never
     * @param int $retryAfter milliseconds after the last failure until one call may try to connect again
     * @throws \ValueError when a number is out of range, or $options asks for persistent connections
     * @throws \PDOException when $min connections cannot be opened
     */
    public function __construct(
        string $dsn,
        ?string $username = null,
        #[\SensitiveParameter]
        ?string $password = null,
        ?array $options = null,
        ?callable $reset = null,
        int $min = 0,
        int $max = 10,
        int $idleTimeout = 0,
        int $maxLifetime = 0,
        int $maxUses = 0,
        int $checkInterval = 1000,
        ?callable $onConnect = null,
        int $healthInterval = 0,
        bool $backgroundReset = false,
        int $maxFailures = 0,
        int $retryAfter = 1000,
    ) {}

    /**
     * Return the connection of the current coroutine now; its next call borrows one again. Waits while the connection
     * is prepared for the next coroutine. Does nothing when the coroutine has none.
     */
    public function release(): void {}

    /** Its pool, to close it and to count its connections. */
    public function getPool(): Pool {}

    /**
     * The pool of a PDO object of another class that was made with the option "async.pool", or of a PooledPDO; NULL: the
     * object has none.
     *
     * The option is an element of the array $options of PDO's constructor, for instance 'async.pool' => ['max' => 10].
     * Each coroutine that uses the object has a connection of its own, as with a PooledPDO. The value is an array of
     * pool settings (min, max, idleTimeout, maxLifetime, maxUses, checkInterval, reset, onConnect,
     * healthInterval, backgroundReset, maxFailures, retryAfter: as the parameters of
     * this class; name: objects with the same name, data source, user and password share a pool), a maximum of
     * connections, or true. The constructor opens the first connection.
     */
    public static function poolOf(\PDO $connection): ?Pool {}

    /**
     * What release() does, for a PDO object with the option "async.pool", or for a PooledPDO: return the connection of
     * the current coroutine now. Waits while the connection is prepared for the next coroutine. Does nothing when the
     * coroutine has none, or the object has no pool.
     */
    public static function releaseOf(\PDO $connection): void {}
}
