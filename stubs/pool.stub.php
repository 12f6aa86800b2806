<?php

/** @generate-class-entries */

namespace Async;

/**
 * A limited number of resources that are expensive to make, such as connections: lent to coroutines and used again.
 *
 * Who asks when all are lent waits, in the order of asking; what comes back goes to the one who waits longest. Resources
 * are made when they are needed, several at the same time if need be, and never more than $max exist.
 *
 * What a coroutine has acquired belongs to it until release(), and comes back by itself when the coroutine ends, however
 * it ends. Coroutines that it has spawned may use the resource meanwhile; they do not own it. A coroutine that asks again
 * gets another one.
 *
 * Only what is idle is destroyed with the pool. The one that came back last is lent first, so that those that are not
 * needed reach the idle limit.
 *
 * Errors: what $factory, $healthcheck, $reset or $destructor throw goes to whoever made the call that they are part of. If
 * there is none, because a coroutine has ended, the exception takes the way of that coroutine's failures, as one of an
 * onFinally() callback does; if it was the idle limit, that of the global scope. If several fail, the first is thrown and
 * the others are appended to its previous exceptions.
 *
 * @strict-properties
 * @not-serializable
 */
final class Pool implements \Countable
{
    /**
     * @param callable $factory makes a resource: any value but NULL. May wait. A failure goes to the one who asked, and
     *        makes room for the next one
     * @param callable|null $destructor called with a resource that is not used any more; may wait
     * @param callable|null $healthcheck called with an idle resource before it is lent again; if it does not say true,
     *        the resource is destroyed and another one taken. May wait
     * @param callable|null $reset called with a resource that comes back: brings it into the state in which others expect
     *        it. If it returns false or throws, the resource is destroyed. May wait
     * @param int $min so many are made by the constructor, and left alone by the idle limit
     * @param int $max no more than so many exist at any time
     * @param int $idleTimeout resources that were idle for so many milliseconds are destroyed; 0 = never
     * @param int $maxLifetime older than so many milliseconds, they are destroyed instead of lent again; 0 = no limit
     * @param int $maxUses they are lent so often; 0 = no limit
     * @param int $checkInterval $healthcheck is called for those only that were made or checked at least so many
     *        milliseconds ago. When one fails, all that are idle are checked
     * @throws \ValueError when a number is out of range
     */
    public function __construct(
        callable $factory,
        ?callable $destructor = null,
        ?callable $healthcheck = null,
        ?callable $reset = null,
        int $min = 0,
        int $max = 10,
        int $idleTimeout = 0,
        int $maxLifetime = 0,
        int $maxUses = 0,
        int $checkInterval = 0,
    ) {}

    /**
     * Take a resource, or wait for one.
     *
     * @param Awaitable|null $cancellation token that limits the wait for others to give one back; what $factory and
     *        $healthcheck take is not limited
     * @throws AsyncException when the pool is closed, or nothing can be waited for
     * @throws AwaitCancelledException when $cancellation completed first
     * @throws AsyncCancellation when the calling coroutine is cancelled; it has got nothing then
     */
    public function acquire(?Awaitable $cancellation = null): mixed {}

    /**
     * Take a resource if that is possible without waiting for others to give one back, else NULL. $factory and
     * $healthcheck may wait all the same.
     *
     * @throws AsyncException when the pool is closed
     */
    public function tryAcquire(): mixed {}

    /**
     * Give a resource back; waits for $reset. Only the coroutine that has acquired it may do so.
     *
     * @throws AsyncException when it is not lent now, or another coroutine holds it
     */
    public function release(mixed $resource): void {}

    /**
     * Give a resource back that is broken: it is destroyed, and another one takes its place when one is needed.
     *
     * @throws AsyncException when it is not lent now, or another coroutine holds it
     */
    public function discard(mixed $resource): void {}

    /**
     * Call back with a resource and return what the callback returns. The resource is given back whatever happens, unless
     * the callback has done so.
     *
     * @param callable $callback called with the resource
     * @param Awaitable|null $cancellation token that limits the wait, see acquire()
     * @throws AsyncException when the pool is closed
     * @throws AwaitCancelledException when $cancellation completed first
     * @throws AsyncCancellation when the calling coroutine is cancelled
     */
    public function use(callable $callback, ?Awaitable $cancellation = null): mixed {}

    /**
     * Lend nothing any more. Those who wait get an AsyncException; what is idle is destroyed now, what is lent when it
     * comes back. Does not wait for that. Harmless when closed already.
     */
    public function close(): void {}

    public function isClosed(): bool {}

    /** Number of resources that exist or are being made. */
    public function count(): int {}

    /** Number of resources that can be had at once. */
    public function idle(): int {}

    /** Number of resources that coroutines hold. */
    public function lent(): int {}

    /** Number of coroutines that wait for one. */
    public function waiting(): int {}
}
