<?php

/** @generate-class-entries */

namespace Async;

/**
 * Lock with one holder at a time. Waiters get it in the order of their calls.
 *
 * Other coroutines never interrupt code without a wait, so it needs no lock. Use one for sections that wait inside.
 *
 * A coroutine that ends while it holds the lock releases it, with an E_WARNING that names the place of its lock() call.
 * synchronized() always unlocks.
 *
 * @strict-properties
 * @not-serializable
 */
final class Mutex
{
    public function __construct() {}

    /**
     * Wait for the lock.
     *
     * @param Awaitable|null $cancellation token that limits the wait
     * @throws AsyncException when the calling coroutine holds the lock already
     * @throws AwaitCancelledException when $cancellation completed first
     * @throws AsyncCancellation when the calling coroutine is cancelled; then it does not hold the lock
     */
    public function lock(?Awaitable $cancellation = null): void {}

    /** Take the lock if it is free. False when any coroutine holds it, the caller included. */
    public function tryLock(): bool {}

    /**
     * Hand the lock over to the longest waiter, or free it.
     *
     * @throws AsyncException when the calling coroutine does not hold the lock
     */
    public function unlock(): void {}

    /** Does any coroutine hold the lock? */
    public function isLocked(): bool {}

    /**
     * Call the callback with the lock held and return its result. The lock is released after a result, an exception and
     * a cancellation.
     *
     * @param callable $callback called without arguments
     * @param Awaitable|null $cancellation token that limits the wait for the lock
     * @throws AsyncException as lock() does, or when the callback has released the lock itself
     * @throws AwaitCancelledException when $cancellation completed first
     * @throws AsyncCancellation when the calling coroutine is cancelled
     */
    public function synchronized(callable $callback, ?Awaitable $cancellation = null): mixed {}
}
