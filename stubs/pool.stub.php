<?php

/** @generate-class-entries */

namespace Async;

/**
 * A limited number of resources that are expensive to make, such as connections. They are lent to coroutines and
 * reused.
 *
 * When all are lent, callers wait in the order of their calls; a returned resource goes to the longest waiter.
 * Resources are made on demand, several at the same time if needed, and never more than $max exist.
 *
 * An acquired resource belongs to its coroutine until release(), and returns by itself when the coroutine ends, with
 * any outcome. Coroutines that its holder has spawned may use the resource meanwhile; they do not own it. A coroutine
 * that acquires again gets another resource.
 *
 * The end of the pool destroys only idle resources. The resource that returned last is lent first, so that unneeded
 * ones reach the idle limit.
 *
 * Exceptions of $factory, $healthcheck, $reset and $destructor are thrown to the caller of the method that called them.
 * When a coroutine's end returned the resource, there is no caller: then the exception is a failure of that coroutine,
 * like one of an onFinally() callback. When the idle limit destroyed the resource, it is a failure of the global scope.
 * If several fail, the first exception is thrown and the others are appended to its previous exceptions.
 *
 * @strict-properties
 * @not-serializable
 */
final class Pool implements \Countable
{
    /**
     * @param callable $factory makes a resource: any value but NULL. May wait. Its exception is thrown to the caller
     *        that needed the resource, and frees the place for another one
     * @param callable|null $destructor called with a resource that is not used any more; may wait
     * @param callable|null $healthcheck called with an idle resource before it is lent again; unless it returns true,
     *        the resource is destroyed, and the factory makes one in its place. May wait
     * @param callable|null $reset called with a returned resource, to restore its initial state. If it returns false or
     *        throws, the resource is destroyed. May wait
     * @param int $min number of resources that the constructor makes and the idle limit leaves
     * @param int $max maximum number of resources at any time
     * @param int $idleTimeout milliseconds after which an idle resource is destroyed; 0 = never
     * @param int $maxLifetime age in milliseconds from which a resource is destroyed instead of lent again; 0 = no
     *     limit
     * @param int $maxUses number of times that a resource is lent; 0 = no limit
     * @param int $checkInterval $healthcheck is called only for a resource that was made or checked at least this many
     *        milliseconds ago. When a check fails, all idle resources are checked
     * @param int $healthInterval $healthcheck is also called in the background for idle resources whose last check is
     *        this many milliseconds ago; 0 = never. Those that fail are destroyed, and $min is filled up again. An
     *        \Exception of $healthcheck means that it failed; one of $factory is dropped: the next caller tries again.
     *        An \Error, and what $destructor throws, is a failure of the global scope
     * @param bool $backgroundReset release() and use() do not wait for $reset; the resource is not lent before it is
     *        reset. A coroutine with an open transaction waits all the same. What $reset throws is a failure of the
     *        scope of the coroutine that had the resource
     * @param int $maxFailures after so many failures of $factory in a row acquire() fails at once where it would call
     *        $factory; 0 = never. A cancellation is no failure
     * @param int $retryAfter milliseconds after the last failure until one caller may try $factory again. If it
     *        succeeds, all may; if it fails, the time begins anew
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
        int $healthInterval = 0,
        bool $backgroundReset = false,
        int $maxFailures = 0,
        int $retryAfter = 1000,
    ) {}

    /**
     * Take a resource, or wait for one.
     *
     * @param Awaitable|null $cancellation token that limits the wait for a returned resource; the time of $factory and
     *        $healthcheck is not limited
     * @throws AsyncException when the pool is closed, or the request is shutting down; or $factory has failed
     *         $maxFailures times in a row: then its last exception is the previous one
     * @throws AwaitCancelledException when $cancellation completed first
     * @throws AsyncCancellation when the calling coroutine is cancelled; then it has no resource
     */
    public function acquire(?Awaitable $cancellation = null): mixed {}

    /**
     * Take a resource if no wait for a returned one is needed, else NULL. $factory and $healthcheck may still wait.
     *
     * @throws AsyncException when the pool is closed
     */
    public function tryAcquire(): mixed {}

    /**
     * Return a resource; waits for $reset, unless $backgroundReset is set. Only the holder may do this.
     *
     * @throws AsyncException when the resource is not lent, or another coroutine holds it
     */
    public function release(mixed $resource): void {}

    /**
     * Return a broken resource: it is destroyed, and another one takes its place on demand.
     *
     * @throws AsyncException when the resource is not lent, or another coroutine holds it
     */
    public function discard(mixed $resource): void {}

    /**
     * Call the callback with a resource and return its result. The resource is returned after a result, an exception
     * and a cancellation, unless the callback has returned it.
     *
     * @param callable $callback called with the resource
     * @param Awaitable|null $cancellation token that limits the wait, see acquire()
     * @throws AsyncException when the pool is closed
     * @throws AwaitCancelledException when $cancellation completed first
     * @throws AsyncCancellation when the calling coroutine is cancelled
     */
    public function use(callable $callback, ?Awaitable $cancellation = null): mixed {}

    /**
     * Lend no more resources. Waiters get an AsyncException. Idle resources are destroyed now, lent ones at their
     * return; close() does not wait for that. Closing again does nothing.
     */
    public function close(): void {}

    public function isClosed(): bool {}

    /** Number of resources that exist or are being made. */
    public function count(): int {}

    /** Number of idle resources. */
    public function idle(): int {}

    /** Number of resources that coroutines hold. */
    public function lent(): int {}

    /** Number of waiting coroutines. */
    public function waiting(): int {}
}
