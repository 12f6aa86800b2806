<?php

/** @generate-class-entries */

namespace Async;

/**
 * Lock that one coroutine holds at a time. The others get it in the order in which they asked.
 *
 * Code without a wait is never interrupted by other coroutines and needs no lock; one is for sections with waits inside.
 *
 * A coroutine that ends while it holds the lock gives it up, with an E_WARNING that names the place of its lock().
 * synchronized() does not forget.
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
     * @throws AsyncCancellation when the calling coroutine is cancelled; it does not hold the lock then
     */
    public function lock(?Awaitable $cancellation = null): void {}

    /** Take the lock if it is free. False when anybody holds it, the caller included. */
    public function tryLock(): bool {}

    /**
     * Give the lock to the one who waits longest, or free it.
     *
     * @throws AsyncException when the calling coroutine does not hold the lock
     */
    public function unlock(): void {}

    /** Does anybody hold the lock? */
    public function isLocked(): bool {}

    /**
     * Call back under the lock and return what the callback returns. The lock is given up whatever happens.
     *
     * @param callable $callback called without arguments
     * @param Awaitable|null $cancellation token that limits the wait for the lock
     * @throws AsyncException as lock() does, or when the callback has given up the lock itself
     * @throws AwaitCancelledException when $cancellation completed first
     * @throws AsyncCancellation when the calling coroutine is cancelled
     */
    public function synchronized(callable $callback, ?Awaitable $cancellation = null): mixed {}
}
