<?php

/** @generate-class-entries */

namespace Async;

/**
 * A PDO object behind which each coroutine has a connection of its own, and no more than $max exist. To be used wherever a
 * PDO object is expected. Only there if PHP has PDO.
 *
 * The first call of a coroutine borrows a connection, or makes one, or waits for one in the order of asking. All its calls
 * and statements use that one, until it ends or calls release(). So does the main script: it gives its connection back
 * when it has ended, or by release().
 *
 * What comes back is made ready for the next one: an open transaction is rolled back, attributes that were set with
 * setAttribute() get their values back (those for all connections belong into $options), PostgreSQL forgets the session
 * (DISCARD ALL) as MySQL does (a new login on the same connection, then PDO::MYSQL_ATTR_INIT_COMMAND), and $reset is called.
 * A connection whose statements live on is not used again, neither is one that is lost.
 *
 * @strict-properties
 * @not-serializable
 */
final class PooledPDO extends \PDO
{
    private Pool $pool;

    /**
     * Does not connect, unless $min asks for it. The first four parameters are those of PDO.
     *
     * @param callable|null $reset called with a connection (of class PDO) that comes back; may wait. If it returns false or
     *        throws a PDOException, the connection is closed; what else it throws goes where errors of an Async\Pool go
     * @param int $min so many connections are made at once, and left alone by the idle limit
     * @param int $max no more than so many exist
     * @param int $idleTimeout connections that were idle for so many milliseconds are closed; 0 = never
     * @param int $maxLifetime older than so many milliseconds, they are closed instead of lent again; 0 = no limit
     * @param int $maxUses they are lent so often; 0 = no limit
     * @param int $checkInterval before one is lent that was not known to be good within so many milliseconds, or after an
     *        error, it is asked whether it still works; lost ones are replaced
     * @throws \ValueError when a number is out of range, or $options asks for persistent connections
     * @throws \PDOException when $min connections cannot be made
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
    ) {}

    /**
     * Give the connection of the current coroutine back now; the next call borrows one again. Waits while it is made ready
     * for others. Harmless when there is none.
     */
    public function release(): void {}

    /** The pool behind it: to close it, and to see how many connections there are. */
    public function getPool(): Pool {}
}
