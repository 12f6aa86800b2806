<?php

/** @generate-class-entries */

namespace Async;

/**
 * A number of permits. A caller waits while there is none; waiters get permits in the order of their calls.
 *
 * A permit has no holder: any coroutine may release one, and a coroutine that ends without release() takes its permit
 * away for ever. run() always releases.
 *
 * @strict-properties
 * @not-serializable
 */
final class Semaphore
{
    /**
     * @param int $permits number of permits, at least 1
     * @throws \ValueError when $permits is below 1
     */
    public function __construct(int $permits) {}

    /**
     * Wait for a permit.
     *
     * @param Awaitable|null $cancellation token that limits the wait
     * @throws AwaitCancelledException when $cancellation completed first
     * @throws AsyncCancellation when the calling coroutine is cancelled; then it has no permit
     */
    public function acquire(?Awaitable $cancellation = null): void {}

    /** Take a permit if there is one. */
    public function tryAcquire(): bool {}

    /**
     * Hand a permit over to the longest waiter, or make it available.
     *
     * @throws AsyncException when all permits are available already
     */
    public function release(): void {}

    /** Number of available permits. */
    public function available(): int {}

    /**
     * Call the callback with a permit and return its result. The permit is released after a result, an exception and a
     * cancellation.
     *
     * @param callable $callback called without arguments
     * @param Awaitable|null $cancellation token that limits the wait for the permit
     * @throws AwaitCancelledException when $cancellation completed first
     * @throws AsyncCancellation when the calling coroutine is cancelled
     */
    public function run(callable $callback, ?Awaitable $cancellation = null): mixed {}
}
